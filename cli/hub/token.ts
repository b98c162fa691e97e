import { z } from 'zod/mini'

import { CliError } from '#cli/cli-error.ts'
import { configuredHub } from '#cli/program.ts'
import { privatePath, writePrivate } from '#cli/files/private-files.ts'
import { parseJson, readText } from '#cli/files/read-json.ts'

const Tokens = z.record(z.string(), z.string())

/** SCRIPTHAVEN_TOKEN, or what `login` stored for this hub. A scripthaven.json of someone else must not get the first one. */
export function findToken(hub: string): string | undefined {
  const isForeign = (configuredHub() ?? hub) !== hub
  const token = (isForeign ? undefined : process.env['SCRIPTHAVEN_TOKEN']) || storedTokens()[hub]
  if (token === undefined) return undefined
  const { protocol, hostname } = new URL(hub)
  if (protocol !== 'https:' && !/^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
    throw new CliError(
      `${hub} has no TLS: the token would be readable on the way. Use https in scripthaven.json.`,
    )
  return token
}

export function storeToken(hub: string, token: string): string {
  writePrivate(tokensPath(), { ...storedTokens(), [hub]: token })
  return tokensPath()
}

function storedTokens(): z.output<typeof Tokens> {
  const text = readText(tokensPath())
  return text === undefined ? {} : parseJson(tokensPath(), text, Tokens)
}

const tokensPath = () => privatePath('tokens.json')
