import { and, asc, desc, eq, sql } from 'drizzle-orm'

import type { ScriptSort } from '#contract/script-fields.ts'
import { preparedStatement, type Db } from '#platform/database/database.ts'
import { users } from '#server/users/users.tables.ts'

import { scriptCounts, scripts } from '#server/scripts/scripts.tables.ts'
import {
  columnOfSort,
  published,
  whereFilters,
  type Count,
  type ExtraFilters,
  type Filters,
} from '#server/scripts/scripts.public.ts'

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

const wanted = {
  categoryId: eq(scripts.categoryId, sql.placeholder('categoryId')),
  status: eq(scripts.status, sql.placeholder('status')),
  userId: eq(scripts.userId, sql.placeholder('userId')),
  tag: sql`${scripts.tags} @> array[${sql.placeholder('tag')}]::text[]`,
} as const

/** The ids of one page of a list that is filtered by tag or author. */
export async function selectFilteredIds(
  db: Db,
  filter: Filters & ExtraFilters,
  { sort, limit, offset }: ListPart,
): Promise<number[]> {
  const column = columnOfSort[sort]
  const given = (['categoryId', 'status', 'userId', 'tag'] as const).filter(
    (name) => filter[name] !== undefined,
  )
  const build = (on: Db) =>
    on
      .select({ id: scripts.id })
      .from(scripts)
      .where(and(published, ...given.map((name) => wanted[name])))
      .orderBy(desc(column), desc(scripts.id))
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'))
  // The frequency of tags differs by a factor of a thousand, so a generic plan would be wrong for most of them.
  const name = ['scripts', column.name, ...given].join('_')
  const query = filter.tag === undefined ? preparedStatement(db, name, build) : build(db).prepare('')
  return (await query.execute({ ...filter, limit, offset })).map(({ id }) => id)
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

function ordering({ sort, fromEnd }: ListOrder) {
  const direction = fromEnd ? asc : desc
  return sql`${direction(columnOfSort[sort])}, ${direction(scripts.id)}`
}

/** The ids of an author's scripts, newest first; `withReview` includes those that wait for review. */
export async function selectAuthorPageIds(
  db: Db,
  userId: number,
  { withReview, limit, offset }: { withReview: boolean; limit: number; offset: number },
): Promise<number[]> {
  const query = preparedStatement(db, `scripts_of_author_${withReview}`, (on) =>
    on
      .select({ id: scripts.id })
      .from(scripts)
      .where(and(wanted.userId, withReview ? undefined : published))
      .orderBy(desc(scripts.createdAt), desc(scripts.id))
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset')),
  )
  return (await query.execute({ userId, limit, offset })).map(({ id }) => id)
}

export async function selectAuthorCount(
  db: Db,
  userId: number,
  { withReview }: { withReview: boolean },
): Promise<number> {
  const query = preparedStatement(db, `scripts_of_author_count_${withReview}`, (on) =>
    on
      .select({ count: sql<number>`count(*)::int` })
      .from(scripts)
      .where(and(wanted.userId, withReview ? undefined : published)),
  )
  const [row] = await query.execute({ userId })
  return row?.count ?? 0
}

// The text of the partial index on scripts in review.
const inReview = sql`publication = 'review'`

export async function selectWaitingIds(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<number[]> {
  const rows = await db
    .select({ id: scripts.id })
    .from(scripts)
    .where(inReview)
    .orderBy(asc(scripts.id))
    .limit(limit)
    .offset(offset)
  return rows.map(({ id }) => id)
}

export async function selectWaitingCount(db: Db): Promise<number> {
  return db.$count(scripts, inReview)
}

export async function selectAuthorId(db: Db, usernameKey: string): Promise<number | undefined> {
  const query = preparedStatement(db, 'author_by_name', (on) =>
    on
      .select({ id: users.id })
      .from(users)
      .where(eq(users.usernameKey, sql.placeholder('key'))),
  )
  const [row] = await query.execute({ key: usernameKey })
  return row?.id
}

/** The number of published scripts per category and status, which writes keep up to date. */
export async function selectCounts(db: Db): Promise<Count[]> {
  const { categoryId, status, count } = scriptCounts
  return preparedStatement(db, 'script_counts', (on) =>
    on.select({ categoryId, status, count }).from(scriptCounts),
  ).execute()
}

/** The same for a filtered list; counts at most `max` scripts. */
export async function selectFilteredCounts(
  db: Db,
  extraFilters: ExtraFilters,
  max: number,
): Promise<Count[]> {
  const { tag, userId } = extraFilters
  const { rows } = await db.execute<Count>(sql`
    select category_id as "categoryId", status, count(*)::int as count
    from (
      select category_id, status from scripts where ${published} ${whereFilters({ tag, userId })} limit ${max}
    ) as counted
    group by category_id, status`)
  return rows
}
