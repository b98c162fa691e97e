import { createHmac } from 'node:crypto'

import type { CodeRequest, VerificationCode, DiscordStatus } from '#contract/accounts/discord.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { after, hour, minute } from '#platform/clock.ts'
import type { DiscordConfig } from '#platform/config.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import {
  conflict,
  forbidden,
  signInNeeded,
  tooMany,
  badRequest,
  notFound,
  unavailable,
} from '#platform/errors.ts'
import {
  selectUserForUpdate,
  joinGroup,
  invalidateUser,
  selectActiveGroups,
} from '#server/access/access.public.ts'
import { updateTokensUsed as revokeTokens } from '#server/accounts/one-time-tokens/one-time-tokens.queries.ts'
import { recordActivity, ownAct } from '#server/records/records.public.ts'

import {
  insertCode,
  selectCodeTimes,
  selectLinkOfUser,
  insertLink,
  selectLinkOfChatAccount,
  selectOwnerOfCode,
  updateRedeemed,
  selectActiveCode,
} from './discord.queries.ts'

const lifetime = 15 * minute
const codesPerHour = 5

/** A new code invalidates the previous one. */
export async function generateCode(
  app: Pick<App, 'db' | 'clock' | 'secrets' | 'config'>,
  actor: Actor,
  { userId = actor.id }: CodeRequest,
): Promise<VerificationCode> {
  if (userId !== actor.id) throw forbidden('You can only generate a code for your own account')
  requirePublicKey(app.config.discord)
  const now = app.clock.now()
  return inTransaction(app.db, async (tx) => {
    // Locked, so that concurrent requests are counted one after another.
    const user = await selectUserForUpdate(tx, userId)
    if (!user) throw signInNeeded()
    const link = await selectLinkOfUser(tx, userId)
    if (link?.discordUserId) throw conflict('Your account is already verified')
    await assertBelowLimit(tx, userId, now)
    await revokeTokens(tx, userId, ['discord'], now)
    return issueCode(tx, app.secrets.codes, userId, now)
  })
}

async function assertBelowLimit(tx: Db, userId: number, now: Date): Promise<void> {
  const times = await selectCodeTimes(tx, userId, after(now, -hour))
  const oldest = times.at(-codesPerHour)
  if (!oldest) return
  const wait = Math.max(1, Math.ceil((after(oldest, hour).getTime() - now.getTime()) / 1000))
  throw tooMany(`You can generate ${codesPerHour} codes an hour.`, wait)
}

/** A code depends on user and time, so a collision is resolved by adding a millisecond. */
async function issueCode(tx: Db, key: Uint8Array, userId: number, now: Date): Promise<VerificationCode> {
  for (let createdAt = now; ; createdAt = after(createdAt, 1)) {
    const verificationCode = codeOf(key, userId, createdAt)
    const expiresAt = after(createdAt, lifetime)
    const hash = hashOfCode(key, verificationCode)
    if (await insertCode(tx, { hash, userId, createdAt, expiresAt }))
      return { verificationCode, expiresAt: expiresAt.toISOString() }
  }
}

/** Per chat account, against guessing of 2^40 codes. */
const attempts = { calls: 5, perSeconds: 600 }

/** Links the chat account to the user of the code and adds the user to the group `verified`. */
export async function redeemCode(
  app: App,
  discordUserId: string,
  input: string,
): Promise<{ username: string }> {
  const { db, clock, sharedLimiter, secrets } = app
  const [wait = 0] = await sharedLimiter.consumeAll([
    { name: 'discord attempt', key: discordUserId, policy: attempts },
  ])
  if (wait > 0) throw tooMany('Too many attempts.', wait)
  const now = clock.now()
  const hash = hashOfCode(secrets.codes, normalizeCode(input))

  return inTransaction(db, async (tx) => {
    const existing = await selectLinkOfChatAccount(tx, discordUserId)
    if (existing) throw alreadyLinked(existing.username)
    const userId = await selectOwnerOfCode(tx, hash, now)
    if (userId === undefined) throw wrongCode()
    // The lock serializes concurrent calls that generate or redeem a code of this user.
    const user = await selectUserForUpdate(tx, userId)
    if (!user || !(await updateRedeemed(tx, hash, now))) throw wrongCode()
    // A linked user has no valid code, so the chat account was linked concurrently.
    if (!(await insertLink(tx, { userId, discordUserId, verifiedAt: now }))) throw alreadyLinked()

    await revokeTokens(tx, userId, ['discord'], now)
    await joinGroup(tx, userId, 'verified', now)
    await recordActivity(tx, {
      ...ownAct({ id: userId }),
      action: 'Discord Verified',
      description: `${user.username} linked their Discord account`,
      status: 'success',
    })
    invalidateUser(tx, userId)
    return { username: user.username }
  })
}

function wrongCode() {
  return badRequest('This code is wrong or has expired.')
}

function alreadyLinked(username?: string) {
  const account = username === undefined ? 'an account' : `the account \`${username}\``
  return conflict(`This Discord account is already linked to ${account}.`)
}

/** Only the owner gets the code: anyone who knows it could link their own chat account. */
export async function readStatus(
  app: Pick<App, 'db' | 'clock' | 'secrets'>,
  actor: Actor,
  userId: number,
): Promise<DiscordStatus> {
  if (!mayReadStatus(actor, userId)) throw forbidden('Access Denied')
  const { db, secrets } = app
  const now = app.clock.now()
  const link = await selectLinkOfUser(db, userId)
  if (!link) throw notFound('User not found')
  const isVerified = link.discordUserId !== null
  const active = isVerified ? undefined : await findActiveCode(db, secrets.codes, userId, now)
  return {
    isVerified,
    hasActiveCode: active !== undefined,
    verificationCode: active && userId === actor.id ? active.code : null,
    expiresAt: active?.expiresAt.toISOString() ?? null,
    discordUserId: link.discordUserId,
    userGroup: isVerified
      ? ((await selectActiveGroups(db, userId, now))[0]?.name ?? 'verified')
      : 'unverified',
  }
}

/** A code of another key, for example after a change of TOKEN_SECRET, can be neither shown nor redeemed. */
async function findActiveCode(db: Db, key: Uint8Array, userId: number, now: Date) {
  const active = await selectActiveCode(db, userId, now)
  if (!active) return undefined
  const code = codeOf(key, userId, active.createdAt)
  return hashOfCode(key, code) === active.hash ? { code, expiresAt: active.expiresAt } : undefined
}

/** 32 characters without similar ones (0 O 1 I): five bits each, 40 in a code. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const codeLength = 8

/**
 * Derives the code from a secret key, the user and the time. It is not stored: the settings page can show it again, and
 * a stolen database does not contain usable codes.
 */
function codeOf(key: Uint8Array, userId: number, createdAt: Date): string {
  const digest = createHmac('sha256', key).update(`code ${userId} ${createdAt.getTime()}`).digest()
  return Array.from(digest.subarray(0, codeLength), (byte) => alphabet[byte % alphabet.length]).join('')
}

/** Keyed, because all unkeyed hashes of 40 bits can be computed in an hour. */
function hashOfCode(key: Uint8Array, code: string): string {
  return createHmac('sha256', key).update(`stored ${code}`).digest('base64url')
}

/** Ignores case, spaces and dashes. */
function normalizeCode(input: string): string {
  return input.replaceAll(/[\s-]/g, '').toUpperCase()
}

/** Without a Discord application no code could be redeemed. */
export function requirePublicKey({ publicKey }: DiscordConfig): string {
  if (publicKey === undefined) throw unavailable('Discord verification is not set up on this site', 3600)
  return publicKey
}

function mayReadStatus(actor: Actor, userId: number): boolean {
  return actor.id === userId || actor.permissions.has('admin.users.list')
}
