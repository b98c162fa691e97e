import type { CodeRequest, VerificationCode } from '#contract/accounts/discord.ts'
import type { Actor } from '#platform/actor.ts'
import { after, hour, minute } from '#platform/clock.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { conflict, forbidden, signInNeeded, tooMany } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { updateTokensUsed as revokeTokens } from '#server/accounts/one-time-tokens/one-time-tokens.queries.ts'
import { selectUserForUpdate } from '#server/access/access.public.ts'

import { insertCode, selectCodeTimes, selectLinkOfUser } from './discord.queries.ts'
import { codeOf, hashOfCode, requirePublicKey } from './discord.rules.ts'

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
