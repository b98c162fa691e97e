import type { DiscordStatus } from '#contract/accounts/discord.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { forbidden, notFound } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { selectActiveGroups } from '#server/access/access.public.ts'

import { selectActiveCode, selectLinkOfUser } from './discord.queries.ts'
import { codeOf, hashOfCode, mayReadStatus } from './discord.rules.ts'

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
