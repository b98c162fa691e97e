import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

import { z } from 'zod/mini'

import { CliError } from '#cli/cli-error.ts'
import { configuredHub } from '#cli/program.ts'
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
  const path = tokensPath()
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = `${path}.new`
  writeFileSync(temporary, `${JSON.stringify({ ...storedTokens(), [hub]: token }, null, 2)}\n`, {
    mode: 0o600,
  })
  // The mode of an earlier file stays when it is written again.
  chmodSync(temporary, 0o600)
  renameSync(temporary, path)
  return path
}

function storedTokens(): z.output<typeof Tokens> {
  const path = tokensPath()
  const text = readText(path)
  return text === undefined ? {} : parseJson(path, text, Tokens)
}

function tokensPath(): string {
  const { XDG_CONFIG_HOME, APPDATA } = process.env
  const folder =
    process.platform === 'win32' && APPDATA ? APPDATA : XDG_CONFIG_HOME || join(homedir(), '.config')
  return join(folder, 'scripthaven', 'tokens.json')
}
