import { and, asc, desc, eq, gt, gte, isNull } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'
import { users } from '#server/access/users/users.tables.ts'
import { oneTimeTokens, discordLinks } from '#server/accounts/accounts.tables.ts'

const isDiscordCode = eq(oneTimeTokens.kind, 'discord')

function isRedeemable(now: Date) {
  return and(isDiscordCode, isNull(oneTimeTokens.usedAt), gt(oneTimeTokens.expiresAt, now))
}

export async function selectLinkOfUser(db: Db, userId: number) {
  const [row] = await db
    .select({ userId: users.id, username: users.username, discordUserId: discordLinks.discordUserId })
    .from(users)
    .leftJoin(discordLinks, eq(discordLinks.userId, users.id))
    .where(eq(users.id, userId))
  return row
}

export async function selectLinkOfChatAccount(db: Db, discordUserId: string) {
  const [row] = await db
    .select({ userId: users.id, username: users.username })
    .from(discordLinks)
    .innerJoin(users, eq(users.id, discordLinks.userId))
    .where(eq(discordLinks.discordUserId, discordUserId))
  return row
}

/** Returns false if the user or the chat account is already linked. */
export async function insertLink(
  tx: Db,
  link: { userId: number; discordUserId: string; verifiedAt: Date },
): Promise<boolean> {
  const inserted = await tx
    .insert(discordLinks)
    .values(link)
    .onConflictDoNothing()
    .returning({ userId: discordLinks.userId })
  return inserted.length > 0
}

/** Returns false if the hash exists already. */
export async function insertCode(
  tx: Db,
  code: { hash: string; userId: number; createdAt: Date; expiresAt: Date },
): Promise<boolean> {
  const inserted = await tx
    .insert(oneTimeTokens)
    .values({ ...code, kind: 'discord' })
    .onConflictDoNothing()
    .returning({ hash: oneTimeTokens.hash })
  return inserted.length > 0
}

export async function selectActiveCode(db: Db, userId: number, now: Date) {
  const [row] = await db
    .select({
      hash: oneTimeTokens.hash,
      createdAt: oneTimeTokens.createdAt,
      expiresAt: oneTimeTokens.expiresAt,
    })
    .from(oneTimeTokens)
    .where(and(eq(oneTimeTokens.userId, userId), isRedeemable(now)))
    .orderBy(desc(oneTimeTokens.createdAt))
    .limit(1)
  return row
}

/** The creation times of the user's codes, oldest first. */
export async function selectCodeTimes(db: Db, userId: number, since: Date): Promise<Date[]> {
  const rows = await db
    .select({ createdAt: oneTimeTokens.createdAt })
    .from(oneTimeTokens)
    .where(and(eq(oneTimeTokens.userId, userId), isDiscordCode, gte(oneTimeTokens.createdAt, since)))
    .orderBy(asc(oneTimeTokens.createdAt))
  return rows.map(({ createdAt }) => createdAt)
}

export async function selectOwnerOfCode(db: Db, hash: string, now: Date): Promise<number | undefined> {
  const [row] = await db
    .select({ userId: oneTimeTokens.userId })
    .from(oneTimeTokens)
    .where(and(eq(oneTimeTokens.hash, hash), isRedeemable(now)))
  return row?.userId ?? undefined
}

/** Returns false if the code is not valid or was redeemed concurrently. */
export async function updateRedeemed(tx: Db, hash: string, now: Date): Promise<boolean> {
  const updated = await tx
    .update(oneTimeTokens)
    .set({ usedAt: now })
    .where(and(eq(oneTimeTokens.hash, hash), isRedeemable(now)))
    .returning({ hash: oneTimeTokens.hash })
  return updated.length > 0
}
