import { and, desc, eq, isNotNull, sql, asc, type SQL } from 'drizzle-orm'

import type { FollowFilter, FollowKind, FollowStatus, SavedSearchDraft } from '#contract/site/follows.ts'
import { preparedStatement, type Db } from '#platform/database/database.ts'
import { users } from '#server/access/users/users.tables.ts'
import { membersColumn } from '#server/scripts/scripts.public.ts'
import { categories, formerCategoryNames, scripts, scriptDocs } from '#server/scripts/scripts.tables.ts'
import { collections, collectionEditors } from '#server/scripts/collections.tables.ts'

import { followCounts, follows, savedSearches } from './follows.tables.ts'

export type Target = { kind: FollowKind; id: number }

const author = sql<string | null>`(select username from ${users} a where a.id = ${scripts.userId})`

const columnOf = { script: follows.scriptId, author: follows.authorId, collection: follows.collectionId }

const isFollow = (userId: number, { kind, id }: Target) =>
  and(eq(follows.userId, userId), eq(columnOf[kind], id))

const followersQuery = (db: Db) =>
  preparedStatement(db, 'followers', (on) =>
    on
      .select({ followers: followCounts.followers })
      .from(followCounts)
      .where(
        and(eq(followCounts.kind, sql.placeholder('kind')), eq(followCounts.targetId, sql.placeholder('id'))),
      ),
  )

/** For a visitor, in one statement. Undefined: not everyone sees the script. */
export async function selectFollowersOfPublicScript(db: Db, id: number): Promise<number | undefined> {
  const query = preparedStatement(db, 'script_followers', (on) =>
    on
      .select({ followers: sql<number>`coalesce(${followCounts.followers}, 0)` })
      .from(scripts)
      .leftJoin(followCounts, and(eq(followCounts.kind, 'script'), eq(followCounts.targetId, scripts.id)))
      .where(and(eq(scripts.id, sql.placeholder('id')), eq(scripts.publication, 'published'))),
  )
  const [row] = await query.execute({ id })
  return row?.followers
}

/** Without a user only the number of followers. */
export async function selectStatus(
  db: Db,
  { kind, id }: Target,
  userId: number | undefined,
): Promise<FollowStatus> {
  const [counted] =
    kind === 'collection'
      ? await db.select({ followers: collections.followers }).from(collections).where(eq(collections.id, id))
      : await followersQuery(db).execute({ kind, id })
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
  return db.$count(follows, and(eq(follows.userId, userId), kind && isNotNull(columnOf[kind])))
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
      script: {
        name: scripts.name,
        publication: scripts.publication,
        userId: scripts.userId,
        members: membersColumn,
      },
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
  return db.$count(savedSearches, eq(savedSearches.userId, userId))
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

/**
 * `news` is what happened at `at`: who follows since then has seen it. `isFiltered`: whether the users with a filter by
 * framework or game, and saved searches, are read.
 */
type Release = {
  scriptId: number
  at: Date
  news: 'releases' | 'security'
  isFiltered: boolean
  /** Users who are not notified: they know. */
  exceptIds: readonly number[]
}

/**
 * One batch of the users who follow a script or its author, or whose saved search it matches; ordered by id. Each part has
 * a batch of users of its own, so that a batch is full unless it is the last one.
 */
export async function selectFollowers(
  db: Db,
  { scriptId, at, news, isFiltered, exceptIds }: Release,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const f = follows
  const isTold = (userId: SQL) =>
    sql`${userId} > ${after} and ${userId} <> all(${sql.param([...exceptIds])}::int[])`
  const isWanted = sql`f.news in ('all', ${news}) and ${isFiltered ? isMatch(sql`f`) : sql`f.framework is null and f.game is null`}`
  const follower = (column: SQL) => sql`(
    select f.user_id from ${f} f, script where ${column} and ${isTold(sql`f.user_id`)} and f.created_at <= ${at} and ${isWanted} order by f.user_id limit ${limit})`
  const searches = sql`union (
    select distinct e.user_id from ${savedSearches} e, script where ${isTold(sql`e.user_id`)} and e.created_at <= ${at} and e.news in ('all', ${news}) and ${isMatch(sql`e`)}
      and (e.category is null or lower(e.category) = any(script.categories))
      and (e.tag is null or e.tag = any(script.tags))
      and (e.q is null or script.document @@ plainto_tsquery('simple', e.q))
    order by e.user_id limit ${limit})`
  const { rows } = await db.execute<{ userId: number }>(sql`
    with script as materialized (
      select s.user_id, s.attributes, s.tags, d.document,
        array(select lower(c.name) union all ${formerNames}) as categories
      from ${scripts} s join ${categories} c on c.id = s.category_id join ${scriptDocs} d on d.script_id = s.id
      where s.id = ${scriptId} and s.publication = 'published'
    )
    select user_id as "userId" from (
      ${follower(sql`f.script_id = ${scriptId}`)}
      union ${follower(sql`f.author_id = script.user_id`)}
      ${isFiltered ? searches : sql``}
    ) one order by user_id limit ${limit}`)
  return rows.map(({ userId }) => userId)
}

/** One batch of the users who follow a collection, ordered by id; without its editors, who change it themselves. */
export async function selectCollectionFollowers(
  db: Db,
  collectionId: number,
  changedAt: string | undefined,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const { rows } = await db.execute<{ userId: number }>(sql`
    select f.user_id as "userId" from ${follows} f where f.collection_id = ${collectionId} and f.user_id > ${after}
      ${changedAt === undefined ? sql`` : sql`and f.created_at <= ${changedAt}::timestamptz`}
      and not exists (
        select from ${collectionEditors} e where e.collection_id = f.collection_id and e.user_id = f.user_id)
    order by user_id limit ${limit}`)
  return rows.map(({ userId }) => userId)
}

/** A saved search stays with a category that was renamed or whose scripts were moved, unless another one has the name now. */
const formerNames = sql`select n.name_key from ${formerCategoryNames} n where n.category_id = c.id
  and not exists (select from ${categories} other where other.name_key = n.name_key)`

const isMatch = (
  table: SQL,
) => sql`(${table}.framework is null or 'framework:' || ${table}.framework = any(script.attributes))
  and (${table}.game is null or 'game:' || ${table}.game = any(script.attributes))`
