import { z } from 'zod/mini'

import { ConfigError, type DiscordConfig } from '#platform/config.ts'
import { HttpError, unavailable } from '#platform/errors.ts'

import { verifyCommand } from './verify-command.ts'

const timeout = 15_000

const ErrorBody = z.object({ message: z.string() })

/** Registers `/verify`. It replaces all global commands of the Discord application. */
export async function registerDiscordCommand(config: DiscordConfig): Promise<void> {
  const { applicationId, botToken, apiUrl } = config
  if (applicationId === undefined || botToken === undefined)
    throw new ConfigError('Set DISCORD_APPLICATION_ID and DISCORD_BOT_TOKEN first, see docs/operations.md.')
  const response = await fetch(`${apiUrl}/applications/${applicationId}/commands`, {
    method: 'PUT',
    headers: { authorization: `Bot ${botToken}`, 'content-type': 'application/json' },
    body: JSON.stringify([verifyCommand]),
    signal: AbortSignal.timeout(timeout),
    redirect: 'error',
  }).catch((error: unknown) => {
    throw unavailable(`${new URL(apiUrl).host} did not respond: ${causeOf(error)}`)
  })
  if (response.ok) return
  throw new HttpError(
    'unavailable',
    `Discord rejected the command with ${response.status}: ${messageOf(await response.text())}`,
  )
}

/** Errors of Discord are JSON; errors of a proxy in between may not be. */
function messageOf(body: string): string {
  try {
    const parsed = ErrorBody.safeParse(JSON.parse(body))
    if (parsed.success) return parsed.data.message
  } catch {
    // Not JSON: use the text.
  }
  return body.slice(0, 200)
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
