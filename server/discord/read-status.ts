import type { DiscordStatus } from '#contract/discord.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database.ts'
import { forbidden, notFound } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { selectMembershipsOf } from '#server/groups/groups.public.ts'

import { selectActiveCode, selectLinkOfUser } from './discord.queries.ts'
import { codeOf, hashOfCode, mayReadStatus } from './discord.rules.ts'

/** Others see that there is a code, and never which: whoever knows it could link their own chat account. */
export async function readStatus(
  hub: Pick<Hub, 'db' | 'clock' | 'secrets'>,
  actor: Actor,
  userId: number,
): Promise<DiscordStatus> {
  if (!mayReadStatus(actor, userId)) throw forbidden('Access Denied')
  const { db, secrets } = hub
  const now = hub.clock.now()
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
    userGroup: isVerified ? await bestGroupOf(db, userId, now) : 'unverified',
  }
}

/** A code of another key, as after a change of TOKEN_SECRET, can neither be shown nor redeemed. */
async function findActiveCode(db: Db, key: Uint8Array, userId: number, now: Date) {
  const active = await selectActiveCode(db, userId, now)
  if (!active) return undefined
  const code = codeOf(key, userId, active.createdAt)
  return hashOfCode(key, code) === active.hash ? { code, expiresAt: active.expiresAt } : undefined
}

async function bestGroupOf(db: Db, userId: number, now: Date): Promise<string> {
  const memberships = await selectMembershipsOf(db, userId)
  const inForce = memberships.find(
    ({ is_active, expires_at }) => is_active && (expires_at === null || new Date(expires_at) > now),
  )
  return inForce?.name ?? 'verified'
}
