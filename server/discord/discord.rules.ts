import { createHmac } from 'node:crypto'

import type { Actor } from '#platform/actor.ts'

/** 32 signs without those that look alike (0 O 1 I): five bits each, 40 in a code. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const codeLength = 8

/**
 * The code that a user was given at that moment. It is never stored: it is made again of the row's own values
 * and a key of the hub, so its owner can be shown it, and a stolen database holds nothing to redeem.
 */
export function codeOf(key: Uint8Array, userId: number, createdAt: Date): string {
  const digest = createHmac('sha256', key).update(`code ${userId} ${createdAt.getTime()}`).digest()
  return Array.from(digest.subarray(0, codeLength), (byte) => alphabet[byte % alphabet.length]).join('')
}

/** What the row keeps. With a key, because all plain hashes of so short a code are made in an hour. */
export function hashOfCode(key: Uint8Array, code: string): string {
  return createHmac('sha256', key).update(`stored ${code}`).digest('base64url')
}

/** A code as somebody typed it: small letters, spaces and dashes are no mistakes. */
export function readTypedCode(typed: string): string {
  return typed.replaceAll(/[\s-]/g, '').toUpperCase()
}

/** The own status, or anybody's for those who may list users. */
export function mayReadStatus(actor: Actor, userId: number): boolean {
  return actor.id === userId || actor.permissions.has('admin.users.list')
}
