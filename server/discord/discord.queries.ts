import { and, asc, desc, eq, gt, gte, isNull } from 'drizzle-orm'

import type { Db } from '#platform/database.ts'
import { codes, users } from '#server/users/users.tables.ts'

import { discordLinks } from './discord.tables.ts'

const isDiscordCode = eq(codes.kind, 'discord')

function isGood(now: Date) {
  return and(isDiscordCode, isNull(codes.usedAt), gt(codes.expiresAt, now))
}

/** A user with the chat account that is theirs, if any. */
export async function selectLinkOfUser(db: Db, userId: number) {
  const [row] = await db
    .select({ userId: users.id, username: users.username, discordUserId: discordLinks.discordUserId })
    .from(users)
    .leftJoin(discordLinks, eq(discordLinks.userId, users.id))
    .where(eq(users.id, userId))
  return row
}

/** Whose a chat account is. */
export async function selectLinkOfChatAccount(db: Db, discordUserId: string) {
  const [row] = await db
    .select({ userId: users.id, username: users.username })
    .from(discordLinks)
    .innerJoin(users, eq(users.id, discordLinks.userId))
    .where(eq(discordLinks.discordUserId, discordUserId))
  return row
}

/** False when one of the two is linked already. */
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

/** False when there is such a code already. */
export async function insertCode(
  tx: Db,
  code: { hash: string; userId: number; createdAt: Date; expiresAt: Date },
): Promise<boolean> {
  const inserted = await tx
    .insert(codes)
    .values({ ...code, kind: 'discord' })
    .onConflictDoNothing()
    .returning({ hash: codes.hash })
  return inserted.length > 0
}

/** The one code of a user that can be redeemed at that moment. */
export async function selectActiveCode(db: Db, userId: number, now: Date) {
  const [row] = await db
    .select({ hash: codes.hash, createdAt: codes.createdAt, expiresAt: codes.expiresAt })
    .from(codes)
    .where(and(eq(codes.userId, userId), isGood(now)))
    .orderBy(desc(codes.createdAt))
    .limit(1)
  return row
}

/** When the user's latest codes were made, the oldest first. */
export async function selectCodeTimes(db: Db, userId: number, since: Date): Promise<Date[]> {
  const rows = await db
    .select({ createdAt: codes.createdAt })
    .from(codes)
    .where(and(eq(codes.userId, userId), isDiscordCode, gte(codes.createdAt, since)))
    .orderBy(asc(codes.createdAt))
  return rows.map(({ createdAt }) => createdAt)
}

/** Whose a code is that can be redeemed at that moment. */
export async function selectOwnerOfCode(db: Db, hash: string, now: Date): Promise<number | undefined> {
  const [row] = await db
    .select({ userId: codes.userId })
    .from(codes)
    .where(and(eq(codes.hash, hash), isGood(now)))
  return row?.userId ?? undefined
}

/** Takes a code that is still good, so that nobody else can. */
export async function updateRedeemed(tx: Db, hash: string, now: Date): Promise<boolean> {
  const taken = await tx
    .update(codes)
    .set({ usedAt: now })
    .where(and(eq(codes.hash, hash), isGood(now)))
    .returning({ hash: codes.hash })
  return taken.length > 0
}
