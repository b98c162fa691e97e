import { and, count, desc, eq, isNotNull, sql, asc } from 'drizzle-orm'
import type { FollowFilter, FollowKind, FollowStatus, SavedSearchDraft } from '#contract/site/follows.ts'
import type { Db } from '#platform/database/database.ts'
import { collections } from '#server/scripts/collections.tables.ts'
import { scripts } from '#server/scripts/scripts.tables.ts'
import { users } from '#server/access/users/users.tables.ts'
import { followCounts, follows, savedSearches } from './follows.tables.ts'

export type Target = { kind: FollowKind; id: number }

const author = sql<string | null>`(select username from ${users} a where a.id = ${scripts.userId})`

const columnOf = { script: follows.scriptId, author: follows.authorId, collection: follows.collectionId }

const isFollow = (userId: number, { kind, id }: Target) =>
  and(eq(follows.userId, userId), eq(columnOf[kind], id))

/** Without a user only the number of followers. */
export async function selectStatus(
  db: Db,
  { kind, id }: Target,
  userId: number | undefined,
): Promise<FollowStatus> {
  const [counted] =
    kind === 'collection'
      ? await db.select({ followers: collections.followers }).from(collections).where(eq(collections.id, id))
      : await db
          .select({ followers: followCounts.followers })
          .from(followCounts)
          .where(and(eq(followCounts.kind, kind), eq(followCounts.targetId, id)))
  const { news, framework, game } = follows
  const [filter] =
    userId === undefined
      ? []
      : await db.select({ news, framework, game }).from(follows).where(isFollow(userId, { kind, id }))
  return { isFollowing: filter !== undefined, followers: counted?.followers ?? 0, filter: filter ?? null }
}

export async function upsertFollow(
  tx: Db,
  userId: number,
  { kind, id }: Target,
  filter: FollowFilter,
  now: Date,
): Promise<void> {
  const target = { [`${kind}Id` as const]: id }
  await tx
    .insert(follows)
    .values({ userId, ...target, ...filter, createdAt: now })
    .onConflictDoUpdate({ target: [columnOf[kind], follows.userId], set: filter })
}

export async function deleteFollow(tx: Db, userId: number, target: Target): Promise<void> {
  await tx.delete(follows).where(isFollow(userId, target))
}

export async function selectFollowCount(db: Db, userId: number, kind?: FollowKind): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(follows)
    .where(and(eq(follows.userId, userId), kind && isNotNull(columnOf[kind])))
  return row?.total ?? 0
}

/** One page, the latest first. */
export async function selectFollows(
  db: Db,
  userId: number,
  kind: FollowKind | undefined,
  { limit, offset }: Record<'limit' | 'offset', number>,
) {
  return db
    .select({
      scriptId: follows.scriptId,
      authorId: follows.authorId,
      collectionId: follows.collectionId,
      news: follows.news,
      framework: follows.framework,
      game: follows.game,
      createdAt: follows.createdAt,
      script: scripts.name,
      publication: scripts.publication,
      scriptAuthor: author,
      username: users.username,
      collection: collections.title,
      isPublicCollection: sql<boolean>`${collections.visibility} = 'public' and ${collections.removedAt} is null`,
      collectionOwner: sql<
        string | null
      >`(select username from ${users} o where o.id = ${collections.userId})`,
      followers: sql<number | null>`coalesce(${collections.followers}, ${followCounts.followers})`,
    })
    .from(follows)
    .leftJoin(scripts, eq(scripts.id, follows.scriptId))
    .leftJoin(users, eq(users.id, follows.authorId))
    .leftJoin(collections, eq(collections.id, follows.collectionId))
    .leftJoin(
      followCounts,
      and(
        eq(followCounts.kind, sql`case when ${follows.scriptId} is null then 'author' else 'script' end`),
        eq(followCounts.targetId, sql`coalesce(${follows.scriptId}, ${follows.authorId})`),
      ),
    )
    .where(and(eq(follows.userId, userId), kind && isNotNull(columnOf[kind])))
    .orderBy(desc(follows.id))
    .limit(limit)
    .offset(offset)
}

export async function selectAuthor(db: Db, id: number) {
  const [row] = await db.select({ id: users.id, status: users.status }).from(users).where(eq(users.id, id))
  return row
}

export async function selectSearches(db: Db, userId: number) {
  return db
    .select()
    .from(savedSearches)
    .where(eq(savedSearches.userId, userId))
    .orderBy(asc(savedSearches.id))
}

export async function selectSearchCount(db: Db, userId: number): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(savedSearches)
    .where(eq(savedSearches.userId, userId))
  return row?.total ?? 0
}

export async function insertSearch(tx: Db, userId: number, draft: SavedSearchDraft, now: Date) {
  const [row] = await tx
    .insert(savedSearches)
    .values({ ...draft, userId, createdAt: now })
    .returning()
  if (!row) throw new Error('The saved search has no row')
  return row
}

/** Undefined for the search of another user. */
export async function updateSearch(tx: Db, userId: number, id: number, draft: SavedSearchDraft) {
  const [row] = await tx
    .update(savedSearches)
    .set(draft)
    .where(and(eq(savedSearches.id, id), eq(savedSearches.userId, userId)))
    .returning()
  return row
}

/** Returns whether the search exists and belongs to the user. */
export async function deleteSearch(tx: Db, userId: number, id: number): Promise<boolean> {
  const { rowCount } = await tx
    .delete(savedSearches)
    .where(and(eq(savedSearches.id, id), eq(savedSearches.userId, userId)))
  return rowCount === 1
}
