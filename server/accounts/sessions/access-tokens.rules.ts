import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

import { isAccessToken, tokenPattern, type tokenScopes } from '#contract/scripts/tokens.ts'
import type { Permission } from '#contract/platform/permissions.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const prefix = 'shv_'
const randomLength = 32
const checksumLength = 6
const hintLength = 8

/** Scanners of repositories recognise it by its prefix, its length and its checksum. */
export function newAccessToken(): string {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${prefix}${random}${checksumOf(random)}`
}

/** Returns whether a text has the form of a token, with the checksum; nothing is read from the database for another one. */
export function isWellFormed(text: string): boolean {
  const random = text.slice(prefix.length, prefix.length + randomLength)
  return isAccessToken(text) && tokenPattern.test(text) && text.endsWith(checksumOf(random))
}

export function hintOf(token: string): string {
  return token.slice(0, hintLength)
}

function checksumOf(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let place = 0; place < checksumLength; place++) {
    digits = `${alphabet[rest % alphabet.length]}${digits}`
    rest = Math.floor(rest / alphabet.length)
  }
  return digits
}

const permissionOf: Partial<Record<(typeof tokenScopes)[number], Permission>> = {
  download: 'scripts.download',
  publish: 'scripts.upload',
}

/** Those of the user that the scopes need, and never another one. */
export function permissionsOfScopes(
  scopes: readonly (typeof tokenScopes)[number][],
  permissions: ReadonlySet<Permission>,
): Set<Permission> {
  const needed = new Set(scopes.flatMap((scope) => permissionOf[scope] ?? []))
  return needed.intersection(permissions)
}
