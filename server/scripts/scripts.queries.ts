import { and, asc, desc, eq, sql } from 'drizzle-orm'

import type { ScriptSort } from '#contract/script-fields.ts'
import { prepared, type Db } from '#platform/database.ts'
import { users } from '#server/users/users.tables.ts'

import type { Chosen, Count } from './facets.rules.ts'
import { scriptCounts, scripts } from './scripts.tables.ts'

/** The indexes of lists are partial: only these very words in a statement let it use them. */
export const published = sql`publication = 'published'`

/** The column that decides a list's order; ties go by the id. "Popular" means downloads (public-site.md, 2). */
export const columnOfSort = {
  newest: scripts.createdAt,
  popular: scripts.downloads,
  downloads: scripts.downloads,
  views: scripts.views,
} as const satisfies Record<ScriptSort, unknown>

/** What facets do not count apart. */
export type Narrowing = { tag: string | undefined; userId: number | undefined }

/** A list and the end it is read from: what is near to its last entry is not reached through all that is before it. */
export type ListOrder = Chosen & { sort: ScriptSort; fromEnd: boolean }

export type ListPart = {
  sort: ScriptSort
  limit: number
  offset: number
  fromEnd: boolean
}

/** An entry by what it is sorted by, in the words of the database: its times are finer than ours. */
export type Mark = { value: string; id: number }

const wanted = {
  categoryId: eq(scripts.categoryId, sql.placeholder('categoryId')),
  status: eq(scripts.status, sql.placeholder('status')),
  userId: eq(scripts.userId, sql.placeholder('userId')),
  tag: sql`${scripts.tags} @> array[${sql.placeholder('tag')}]::text[]`,
} as const

/** The ids of one page of a list that is narrowed by tag or author. */
export async function selectNarrowedIds(
  db: Db,
  filter: Chosen & Narrowing,
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
  // How many scripts have a tag differs a thousandfold: one plan kept for all of them fits none.
  const name = ['scripts', column.name, ...given].join('_')
  const query = filter.tag === undefined ? prepared(db, name, build) : build(db).prepare('')
  return (await query.execute({ ...filter, limit, offset })).map(({ id }) => id)
}

/** The ids of the next `count` entries of a list after a mark or from its beginning. */
export async function selectStretch(
  db: Db,
  order: ListOrder,
  mark: Mark | undefined,
  count: number,
): Promise<number[]> {
  // As JSON: a thousand rows take the driver ten times as long.
  const { rows } = await db.execute<{ ids: number[] }>(sql`
    select array_to_json(array(
      select id from ${scripts} where ${within(order, mark)} order by ${along(order)} limit ${count}
    )) as ids`)
  return rows[0]?.ids ?? []
}

/** Every `spacing`th entry of a list after a mark or from its beginning, `count` of them. */
export async function selectMarks(
  db: Db,
  order: ListOrder,
  mark: Mark | undefined,
  count: number,
  spacing: number,
): Promise<Mark[]> {
  const { rows } = await db.execute<Mark>(sql`
    select value::text, id from (
      select ${columnOfSort[order.sort]} as value, id, row_number() over (order by ${along(order)}) as n
      from ${scripts} where ${within(order, mark)} order by ${along(order)} limit ${count * spacing}
    ) walked
    where n % ${spacing} = 0 order by n`)
  return rows
}

function within({ sort, fromEnd, categoryId, status }: ListOrder, mark: Mark | undefined) {
  const beyond = fromEnd ? sql`>` : sql`<`
  return and(
    published,
    categoryId === undefined ? undefined : eq(scripts.categoryId, categoryId),
    status === undefined ? undefined : sql`${scripts.status} = ${status}`,
    mark && sql`(${columnOfSort[sort]}, ${scripts.id}) ${beyond} (${mark.value}, ${mark.id})`,
  )
}

function along({ sort, fromEnd }: ListOrder) {
  const direction = fromEnd ? asc : desc
  return sql`${direction(columnOfSort[sort])}, ${direction(scripts.id)}`
}

/** The ids of an author's scripts, newest first; those that await review only where they are asked for. */
export async function selectAuthorPageIds(
  db: Db,
  userId: number,
  { withReview, limit, offset }: { withReview: boolean; limit: number; offset: number },
): Promise<number[]> {
  const query = prepared(db, `scripts_of_author_${withReview}`, (on) =>
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
  const query = prepared(db, `scripts_of_author_count_${withReview}`, (on) =>
    on
      .select({ count: sql<number>`count(*)::int` })
      .from(scripts)
      .where(and(wanted.userId, withReview ? undefined : published)),
  )
  const [row] = await query.execute({ userId })
  return row?.count ?? 0
}

export async function selectAuthorId(db: Db, usernameKey: string): Promise<number | undefined> {
  const query = prepared(db, 'author_by_name', (on) =>
    on
      .select({ id: users.id })
      .from(users)
      .where(eq(users.usernameKey, sql.placeholder('key'))),
  )
  const [row] = await query.execute({ key: usernameKey })
  return row?.id
}

/** How many published scripts each category and status has, as the writes keep it. */
export async function selectCounts(db: Db): Promise<Count[]> {
  const { categoryId, status, count } = scriptCounts
  return prepared(db, 'script_counts', (on) =>
    on.select({ categoryId, status, count }).from(scriptCounts),
  ).execute()
}

/** The same for a narrowed list, counted; at most `max` scripts are looked at. */
export async function selectNarrowedCounts(db: Db, narrowing: Narrowing, max: number): Promise<Count[]> {
  const { tag, userId } = narrowing
  const { rows } = await db.execute<Count>(sql`
    select category_id as "categoryId", status, count(*)::int as count
    from (
      select category_id, status from scripts where ${published} ${narrowedBy({ tag, userId })} limit ${max}
    ) as looked_at
    group by category_id, status`)
  return rows
}

/** The conditions of a narrowed list, to follow another one. */
export function narrowedBy({ tag, userId }: Narrowing) {
  const byTag = tag === undefined ? sql`` : sql`and tags @> array[${tag}]::text[]`
  const byUser = userId === undefined ? sql`` : sql`and user_id = ${userId}`
  return sql`${byTag} ${byUser}`
}
