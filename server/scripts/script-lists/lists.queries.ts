import { and, asc, desc, eq, or, sql, type SQL } from 'drizzle-orm'

import { knownLibraries, type ScriptSort } from '#contract/scripts/script-limits.ts'
import { preparedStatement, type Db } from '#platform/database/database.ts'

import { isShared, type Memberships } from '#server/scripts/authors.queries.ts'
import { scriptCounts, scripts, published } from '#server/scripts/scripts.tables.ts'
import { scriptNeeds } from '#server/scripts/versions.tables.ts'
import { columnOfSort, whereFilters, type ExtraFilters } from '#server/scripts/script-filters.queries.ts'
import type { Count, Filters } from '#server/scripts/scripts.rules.ts'

/** A list and the end it is read from. Pages in the second half are read from the end. */
export type ListOrder = Filters & { sort: ScriptSort; fromEnd: boolean }

export type ListPart = {
  sort: ScriptSort
  limit: number
  offset: number
  fromEnd: boolean
}

/** A keyset cursor. `value` is PostgreSQL text, because its timestamps have microseconds. */
export type Cursor = { value: string; id: number }

const byUser = eq(scripts.userId, sql.placeholder('userId'))
/** With the scripts of which the user is a co-author, and those of the user's teams. */
const ofUser = or(
  byUser,
  sql`${scripts.userId} = any(array(select team_id from team_members where user_id = ${sql.placeholder('userId')}))`,
  sql`${scripts.id} = any(array(select script_id from script_members where user_id = ${sql.placeholder('userId')}))`,
)

/**
 * The ids of one page of a filtered list. The frequency of tags and attributes differs by a factor of a thousand, so it
 * is planned each time.
 */
export async function selectFilteredIds(
  db: Db,
  filters: Filters,
  extraFilters: ExtraFilters,
  { sort, limit, offset }: ListPart,
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from ${scripts} where ${published} ${whereFilters(extraFilters)} ${inPart(filters)}
    order by ${ordering({ sort, fromEnd: false })} limit ${limit} offset ${offset}`)
  return rows.map(({ id }) => id)
}

function inPart({ categoryId, status }: Filters) {
  const inCategory = categoryId === undefined ? sql`` : sql`and category_id = ${categoryId}`
  const inStatus = status === undefined ? sql`` : sql`and status = ${status}`
  return sql`${inCategory} ${inStatus}`
}

/** The ids of the next `count` entries after a cursor or from the beginning. */
export async function selectIdsAfter(
  db: Db,
  order: ListOrder,
  cursor: Cursor | undefined,
  count: number,
): Promise<number[]> {
  // As JSON: the driver takes ten times as long for a thousand rows.
  const { rows } = await db.execute<{ ids: number[] }>(sql`
    select array_to_json(array(
      select id from ${scripts} where ${conditions(order, cursor)} order by ${ordering(order)} limit ${count}
    )) as ids`)
  return rows[0]?.ids ?? []
}

/** Every `chunkSize`th entry after a cursor or from the beginning, `count` of them. */
export async function selectCursors(
  db: Db,
  order: ListOrder,
  cursor: Cursor | undefined,
  count: number,
  chunkSize: number,
): Promise<Cursor[]> {
  const { rows } = await db.execute<Cursor>(sql`
    select value::text, id from (
      select ${columnOfSort[order.sort]} as value, id, row_number() over (order by ${ordering(order)}) as n
      from ${scripts} where ${conditions(order, cursor)} order by ${ordering(order)} limit ${count * chunkSize}
    ) walked
    where n % ${chunkSize} = 0 order by n`)
  return rows
}

function conditions({ sort, fromEnd, categoryId, status }: ListOrder, cursor: Cursor | undefined) {
  const beyond = fromEnd ? sql`>` : sql`<`
  return and(
    published,
    categoryId === undefined ? undefined : eq(scripts.categoryId, categoryId),
    status === undefined ? undefined : sql`${scripts.status} = ${status}`,
    cursor && sql`(${columnOfSort[sort]}, ${scripts.id}) ${beyond} (${cursor.value}, ${cursor.id})`,
  )
}

function ordering({ sort, fromEnd }: Pick<ListOrder, 'sort' | 'fromEnd'>) {
  const direction = fromEnd ? asc : desc
  return sql`${direction(columnOfSort[sort])}, ${direction(scripts.id)}`
}

/** The ids of an author's scripts, newest first; `isOwn` includes those that are not public and those of a co-author. */
export async function selectAuthorPageIds(
  db: Db,
  userId: number,
  { isOwn, limit, offset }: { isOwn: boolean; limit: number; offset: number },
): Promise<number[]> {
  const query = preparedStatement(db, `scripts_of_author_${isOwn}`, (on) =>
    on
      .select({ id: scripts.id })
      .from(scripts)
      .where(isOwn ? ofUser : and(byUser, published))
      .orderBy(desc(scripts.createdAt), desc(scripts.id))
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset')),
  )
  return (await query.execute({ userId, limit, offset })).map(({ id }) => id)
}

/**
 * Of the scripts that the user owns, or of those of others with these memberships. OFFSET 0 makes PostgreSQL sort the scripts of the author
 * instead of searching all scripts in this order for them.
 */
export async function selectSortedIdsOfAuthor(
  db: Db,
  userId: number,
  { sort, limit, offset }: { sort: ScriptSort; limit: number; offset: number },
  memberships?: Memberships,
): Promise<number[]> {
  const ofAuthor = memberships ? isCoAuthored(userId, memberships) : sql`user_id = ${userId}`
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from (
      select id, ${columnOfSort[sort]} as value from ${scripts} where ${ofAuthor} and ${published} offset 0
    ) authored order by value desc, id desc limit ${limit} offset ${offset}`)
  return rows.map(({ id }) => id)
}

export async function selectAuthorCount(
  db: Db,
  userId: number,
  { isOwn }: { isOwn: boolean },
): Promise<number> {
  const query = preparedStatement(db, `scripts_of_author_count_${isOwn}`, (on) =>
    on
      .select({ count: sql<number>`count(*)::int` })
      .from(scripts)
      .where(isOwn ? ofUser : and(byUser, published)),
  )
  const [row] = await query.execute({ userId })
  return row?.count ?? 0
}

/** The published scripts of others on which the user works. */
export async function selectCoAuthoredCount(
  db: Db,
  userId: number,
  memberships: Memberships,
): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from ${scripts} where ${isCoAuthored(userId, memberships)} and ${published}`)
  return rows[0]?.count ?? 0
}

const isCoAuthored = (userId: number, memberships: Memberships) =>
  sql`user_id <> ${userId} and ${isShared(memberships)}`

/** Scripts with a version that waits for review. The condition is the text of a partial index. */
export const waiting = sql`(
  select distinct script_id as id from script_versions where published_at is null and withdrawn_at is null)`

export async function selectWaitingIds(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from ${waiting} w order by id limit ${limit} offset ${offset}`)
  return rows.map(({ id }) => id)
}

export async function selectWaitingCount(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from ${waiting} w`)
  return rows[0]?.count ?? 0
}

/** The number of published scripts per category and status, which writes keep up to date. */
export async function selectCounts(db: Db): Promise<Count[]> {
  const { categoryId, status, count } = scriptCounts
  return preparedStatement(db, 'script_counts', (on) =>
    on.select({ categoryId, status, count }).from(scriptCounts),
  ).execute()
}

/** The same for a filtered list, by attributes too; counts at most `max` scripts. */
export async function selectFilteredCounts(
  db: Db,
  filters: Filters,
  { needs, ...others }: ExtraFilters,
  max: number,
): Promise<(Count & { bits: number })[]> {
  const columns = sql`attribute_bits, category_id, status`
  const where = sql`${published} ${whereFilters({ ...others, needs: undefined })} ${inPart(filters)}`
  const listed =
    needs === undefined
      ? sql`select ${columns} from ${scripts} where ${where} limit ${max}`
      : selectNeeding(needs, columns, where, max)
  const { rows } = await db.execute<Count & { bits: number }>(sql`
    select attribute_bits as bits, category_id as "categoryId", status, count(*)::int as count
    from (${listed}) as counted group by ${columns}`)
  return rows
}

/** How many scripts of a list need each of the well-known libraries. */
export async function selectNeedCounts(
  db: Db,
  filters: Filters,
  extraFilters: ExtraFilters,
): Promise<ReadonlyMap<string, number>> {
  const listed = sql`select id from ${scripts} where ${published} ${whereFilters(extraFilters)} ${inPart(filters)}`
  const { rows } = await db.execute<{ name: string; count: number }>(sql`
    select n.name, count(*)::int as count from (${listed}) l join ${scriptNeeds} n on n.script_id = l.id
    where n.name = any(${sql.param([...knownLibraries])}::text[]) group by n.name`)
  return new Map(rows.map(({ name, count }) => [name, count]))
}

/**
 * Scripts that need one of these resources, each once and in no order. PostgreSQL would read all scripts for a resource
 * that many of them need; OFFSET 0 makes it look up one after the other until there are enough.
 */
function selectNeeding(names: readonly string[], columns: SQL, where: SQL, max: number): SQL {
  const among = sql`any(${sql.param([...names])}::text[])`
  const isFirst = sql`not exists (
    select from ${scriptNeeds} other
    where other.script_id = needed.script_id and other.name = ${among} and other.name < needed.name)`
  return sql`
    select found.* from ${scriptNeeds} needed
    cross join lateral (select ${columns} from ${scripts} where id = needed.script_id and ${where} offset 0) found
    where needed.name = ${among} ${names.length > 1 ? sql`and ${isFirst}` : sql``}
    limit ${max}`
}

/** All values of `attribute_bits`, by one index search for each. */
export async function selectAttributeBits(db: Db): Promise<number[]> {
  const next = sql`select attribute_bits as bits from scripts where ${published}`
  const { rows } = await db.execute<{ bits: number }>(sql`
    with recursive known as (
      (${next} order by attribute_bits limit 1)
      union all
      select (${next} and attribute_bits > known.bits order by attribute_bits limit 1)
      from known where known.bits is not null
    )
    select bits from known where bits is not null`)
  return rows.map(({ bits }) => bits)
}
