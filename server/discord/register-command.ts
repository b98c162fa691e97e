import { z } from 'zod/mini'

import { ConfigError, type DiscordConfig } from '#platform/config.ts'
import { Failure, unavailable } from '#platform/failures.ts'

import { verifyCommand } from './verify-command.ts'

const answersWithin = 15_000

const Refusal = z.object({ message: z.string() })

/** Makes the chat service offer `/verify`; it takes the place of all global commands that the application had. */
export async function registerDiscordCommand(config: DiscordConfig): Promise<void> {
  const { applicationId, botToken, apiUrl } = config
  if (applicationId === undefined || botToken === undefined)
    throw new ConfigError(
      'Set DISCORD_APPLICATION_ID and DISCORD_BOT_TOKEN first: docs/operations.md says how.',
    )
  const response = await fetch(`${apiUrl}/applications/${applicationId}/commands`, {
    method: 'PUT',
    headers: { authorization: `Bot ${botToken}`, 'content-type': 'application/json' },
    body: JSON.stringify([verifyCommand]),
    signal: AbortSignal.timeout(answersWithin),
    redirect: 'error',
  }).catch((error: unknown) => {
    throw unavailable(`${new URL(apiUrl).host} did not answer: ${reasonOf(error)}`)
  })
  if (response.ok) return
  throw new Failure(
    'unavailable',
    `Discord refused the command with ${response.status}: ${explain(await response.text())}`,
  )
}

/** Discord explains itself in JSON; whatever stands before it may not. */
function explain(answer: string): string {
  try {
    const refusal = Refusal.safeParse(JSON.parse(answer))
    if (refusal.success) return refusal.data.message
  } catch {
    // Not JSON: shown as it came.
  }
  return answer.slice(0, 200)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
