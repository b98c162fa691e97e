import { createHmac } from 'node:crypto'

import type { Actor } from '#platform/actor.ts'
import type { DiscordConfig } from '#platform/config.ts'
import { unavailable } from '#platform/errors.ts'

/** 32 characters without similar ones (0 O 1 I): five bits each, 40 in a code. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const codeLength = 8

/**
 * Derives the code from a secret key, the user and the time. It is not stored: the settings page can show it again, and
 * a stolen database does not contain usable codes.
 */
export function codeOf(key: Uint8Array, userId: number, createdAt: Date): string {
  const digest = createHmac('sha256', key).update(`code ${userId} ${createdAt.getTime()}`).digest()
  return Array.from(digest.subarray(0, codeLength), (byte) => alphabet[byte % alphabet.length]).join('')
}

/** Keyed, because all unkeyed hashes of 40 bits can be computed in an hour. */
export function hashOfCode(key: Uint8Array, code: string): string {
  return createHmac('sha256', key).update(`stored ${code}`).digest('base64url')
}

/** Ignores case, spaces and dashes. */
export function normalizeCode(input: string): string {
  return input.replaceAll(/[\s-]/g, '').toUpperCase()
}

/** Without a Discord application no code could be redeemed. */
export function requirePublicKey({ publicKey }: DiscordConfig): string {
  if (publicKey === undefined) throw unavailable('Discord verification is not set up on this site', 3600)
  return publicKey
}

export function mayReadStatus(actor: Actor, userId: number): boolean {
  return actor.id === userId || actor.permissions.has('admin.users.list')
}
