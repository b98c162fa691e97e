import { and, asc, desc, eq, sql } from 'drizzle-orm'

import { scriptLimits, type ScriptSort } from '#contract/script-fields.ts'
import type { ScriptSummary } from '#contract/scripts.ts'
import { prepared, type Db } from '#platform/database.ts'
import { categories } from '#server/categories/categories.tables.ts'
import { users } from '#server/users/users.tables.ts'

import type { Chosen, Count } from './facets.rules.ts'
import { scriptCounts, scriptDocs, scripts } from './scripts.tables.ts'

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
  /** The offset counts from the entry after this one. */
  mark?: Mark | undefined
}

/** An entry by what it is sorted by, in the words of the database: its times are finer than ours. */
export type Mark = { value: string; id: number }

const wanted = {
  categoryId: eq(scripts.categoryId, sql.placeholder('categoryId')),
  status: eq(scripts.status, sql.placeholder('status')),
  userId: eq(scripts.userId, sql.placeholder('userId')),
  tag: sql`${scripts.tags} @> array[${sql.placeholder('tag')}]::text[]`,
} as const

/**
 * The first page in a usual size has a statement of its own: for a limit that is a parameter PostgreSQL makes a
 * new plan each time, which takes three times as long as the page. Any other page is found first, by a statement so
 * small that planning it is nothing, and then read by its ids.
 */
const usualLimits: readonly number[] = [scriptLimits.pageSize, scriptLimits.latest]

/** One page of published scripts. It is cut by an index alone; what it shows is joined after. */
export async function selectScriptPage(
  db: Db,
  filter: Chosen & Narrowing,
  { sort, limit, offset, fromEnd, mark }: ListPart,
): Promise<ScriptSummary[]> {
  const column = columnOfSort[sort]
  const given = (['categoryId', 'status', 'userId', 'tag'] as const).filter(
    (name) => filter[name] !== undefined,
  )
  const direction = fromEnd ? asc : desc
  const isUsual = offset === 0 && !mark && usualLimits.includes(limit)
  const part = isUsual
    ? sql.raw(`limit ${limit}`)
    : sql`limit ${sql.placeholder('limit')} offset ${sql.placeholder('offset')}`
  const ids = sql`
    select ${scripts.id} from ${scripts}
    where ${and(published, ...given.map((name) => wanted[name]), mark && beyond(sort, fromEnd))}
    order by ${direction(column)}, ${direction(scripts.id)} ${part}`
  const build = (on: Db) =>
    summaries(on)
      .innerJoin(sql`(${ids}) as page`, sql`page.id = ${scripts.id}`)
      .orderBy(desc(column), desc(scripts.id))
  const name = [
    'scripts',
    column.name,
    ...given,
    fromEnd ? 'end' : '',
    mark ? 'mark' : '',
    isUsual ? limit : '',
  ].join('_')
  const values = { ...filter, ...markValues(mark), limit, offset }
  // How many scripts have a tag differs a thousandfold: one plan kept for all of them fits none.
  if (filter.tag !== undefined) return (await build(db).prepare('').execute(values)).map(toSummary)
  if (isUsual) return (await prepared(db, name, build).execute(values)).map(toSummary)
  const found = await prepared(db, name, (on) =>
    on.select({ id: sql<number>`id` }).from(sql`(${ids}) as page`),
  ).execute(values)
  const inOrder = found.map(({ id }) => id)
  return selectSummaries(db, fromEnd ? inOrder.reverse() : inOrder)
}

/** Every `spacing`th entry of a list after a mark or from its beginning, `count` of them. */
export async function selectMarks(
  db: Db,
  { sort, fromEnd, categoryId, status }: ListOrder,
  mark: Mark | undefined,
  count: number,
  spacing: number,
): Promise<Mark[]> {
  const column = columnOfSort[sort]
  const direction = fromEnd ? asc : desc
  const within = and(
    published,
    categoryId === undefined ? undefined : eq(scripts.categoryId, categoryId),
    status === undefined ? undefined : sql`${scripts.status} = ${status}`,
    mark && sql`(${column}, ${scripts.id}) ${fromEnd ? sql`>` : sql`<`} (${mark.value}, ${mark.id})`,
  )
  const { rows } = await db.execute<Mark>(sql`
    select value::text, id from (
      select ${column} as value, id, row_number() over (order by ${direction(column)}, ${direction(scripts.id)}) as n
      from ${scripts} where ${within}
      order by ${direction(column)}, ${direction(scripts.id)} limit ${count * spacing}
    ) walked
    where n % ${spacing} = 0 order by n`)
  return rows
}

/** The scripts with these ids, in this order. */
export async function selectSummaries(db: Db, ids: readonly number[]): Promise<ScriptSummary[]> {
  if (ids.length === 0) return []
  const query = prepared(db, 'scripts_by_ids', (on) =>
    summaries(on)
      .where(sql`${scripts.id} = any(${sql.placeholder('ids')}::int[])`)
      .orderBy(sql`array_position(${sql.placeholder('ids')}::int[], ${scripts.id})`),
  )
  return (await query.execute({ ids: [...ids] })).map(toSummary)
}

/** The scripts of one author, newest first; those that await review only where they are asked for. */
export async function selectAuthorPage(
  db: Db,
  userId: number,
  { withReview, limit, offset }: { withReview: boolean; limit: number; offset: number },
): Promise<ScriptSummary[]> {
  const query = prepared(db, `scripts_of_author_${withReview}`, (on) =>
    summaries(on)
      .where(and(wanted.userId, withReview ? undefined : published))
      .orderBy(desc(scripts.createdAt), desc(scripts.id))
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset')),
  )
  return (await query.execute({ userId, limit, offset })).map(toSummary)
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

function beyond(sort: ScriptSort, fromEnd: boolean) {
  const value = sql`${sql.placeholder('markValue')}::${sort === 'newest' ? sql`timestamptz` : sql`int`}`
  return sql`(${columnOfSort[sort]}, ${scripts.id}) ${fromEnd ? sql`>` : sql`<`} (${value}, ${sql.placeholder('markId')}::int)`
}

function markValues(mark: Mark | undefined) {
  return mark && { markValue: mark.value, markId: mark.id }
}

/** The conditions of a narrowed list, to follow another one. */
export function narrowedBy({ tag, userId }: Narrowing) {
  const byTag = tag === undefined ? sql`` : sql`and tags @> array[${tag}]::text[]`
  const byUser = userId === undefined ? sql`` : sql`and user_id = ${userId}`
  return sql`${byTag} ${byUser}`
}

function summaries(on: Db) {
  const { id, name, image, version, tags, status, downloads, views, likes, createdAt, updatedAt } = scripts
  return on
    .select({
      id,
      name,
      image,
      version,
      tags,
      status,
      downloads,
      views,
      likes,
      createdAt,
      updatedAt,
      userId: scripts.userId,
      fileSize: scripts.fileSize,
      description: sql<string>`left(${scriptDocs.description}, ${sql.raw(String(scriptLimits.summaryMax))})`,
      category: categories.name,
      author: users.username,
    })
    .from(scripts)
    .innerJoin(scriptDocs, eq(scriptDocs.scriptId, scripts.id))
    .innerJoin(categories, eq(categories.id, scripts.categoryId))
    .innerJoin(users, eq(users.id, scripts.userId))
    .$dynamic()
}

type SummaryRow = Awaited<ReturnType<ReturnType<typeof summaries>['execute']>>[number]

function toSummary({ status, createdAt, updatedAt, ...row }: SummaryRow): ScriptSummary {
  const uploaded = createdAt.toISOString()
  return {
    ...row,
    script_status: status,
    uploadDate: uploaded,
    createdAt: uploaded,
    updatedAt: updatedAt.toISOString(),
  }
}
