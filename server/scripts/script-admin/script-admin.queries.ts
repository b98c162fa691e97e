import { sql, type SQL, desc, eq, inArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'

import {
  moderatedScriptLimits,
  type ModeratedScriptQuery,
  type ModeratedScript,
  type PastRemoval,
} from '#contract/scripts/moderated-scripts.ts'
import type { Db } from '#platform/database/database.ts'
import { waiting } from '#server/scripts/script-lists/lists.queries.ts'
import { published, scriptCounts, scripts, categories, scriptFiles } from '#server/scripts/scripts.tables.ts'
import { archiveAnalyses } from '#server/archives/archives.tables.ts'
import { cases } from '#server/records/cases/cases.tables.ts'
import { scriptRemovals } from '#server/scripts/removals.tables.ts'
import { scriptVersions } from '#server/scripts/versions.tables.ts'
import { users } from '#server/access/users/users.tables.ts'

/** The limits of a search: scripts, authors, and for a common word the first scripts of each part of the list. */
const searched = { scriptsMax: 5_000, authorsMax: 50, firstScripts: 1_500 } as const

type Filters = Omit<ModeratedScriptQuery, 'page' | 'limit' | 'sort' | 'category' | 'author' | 'q'> & {
  /** The ids that a search found. */
  matches: readonly number[] | undefined
  categoryId: number | undefined
  authorId: number | undefined
}

/** Published and other scripts have indexes of their own, whose conditions are these texts. */
const other = sql`publication <> 'published'`

function partsOf({ state }: Filters): SQL[] {
  if (state === undefined || state === 'waiting') return [published, other]
  return [state === 'published' ? published : other]
}

const columns = { newest: sql`created_at`, updated: sql`updated_at`, downloads: sql`downloads` }

type Part = { limit: number; offset: number }

type Search = {
  q: string
  /** A number, which may also be a part of a name. */
  id: number | undefined
  /** The name part of the search as a tsquery; undefined without a word. */
  nameQuery: string | undefined
  isCommon: boolean
} & Pick<Filters, 'categoryId' | 'authorId'>

/** The scripts that a search finds by name, author and id. */
export async function selectMatches(
  db: Db,
  { q, id, nameQuery, isCommon, ...within }: Search,
  sort: keyof typeof columns,
): Promise<number[]> {
  const text = q.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)
  // One or two characters have no trigrams: they are searched at the start.
  const author = q.length < 3 ? `${text}%` : `%${text}%`
  const byId = id === undefined ? sql`` : sql`union select ${id}::int`
  const byName =
    nameQuery === undefined
      ? sql``
      : isCommon
        ? sql`union (${amongFirst(nameQuery, columns[sort], within)})`
        : sql`union (select script_id from script_docs where document @@ ${nameQuery}::tsquery limit ${searched.scriptsMax})`
  return idsOf(
    db,
    sql`(select s.id from (select id from users where username_key like ${author} limit ${searched.authorsMax}) u
        join ${scripts} s on s.user_id = u.id limit ${searched.scriptsMax})
      ${byName} ${byId}`,
  )
}

/** The index collects all matches before it returns the first, so the list is walked along instead. */
function amongFirst(
  nameQuery: string,
  column: SQL,
  { categoryId, authorId }: Pick<Filters, 'categoryId' | 'authorId'>,
): SQL {
  const ofCategory = categoryId === undefined ? sql`` : sql`and category_id = ${categoryId}`
  const ofAuthor = authorId === undefined ? sql`` : sql`and user_id = ${authorId}`
  const first = (part: SQL) => sql`(
    select id from ${scripts} where ${part} ${ofCategory} ${ofAuthor}
    order by ${column} desc, id desc limit ${searched.firstScripts})`
  return sql`
    select d.script_id from (${first(published)} union all ${first(other)}) s cross join lateral (
      select script_id from script_docs where script_id = s.id and document @@ ${nameQuery}::tsquery offset 0) d`
}

/** The ids of one page. */
export async function selectPageIds(
  db: Db,
  filters: Filters,
  sort: keyof typeof columns,
  { limit, offset }: Part,
): Promise<number[]> {
  const column = columns[sort]
  const rows = (part: SQL) => sql`(
    select id, ${column} as place from ${from(filters)} where ${part} and ${where(filters)}
    order by ${column} desc, id desc limit ${limit + offset})`
  return idsOf(
    db,
    sql`select id from (${sql.join(partsOf(filters).map(rows), sql` union all `)}) found
      order by place desc, id desc limit ${limit} offset ${offset}`,
  )
}

/** Those with open cases, which are in the filters, most cases first. */
export async function selectIdsByCases(db: Db, filters: Filters, { limit, offset }: Part): Promise<number[]> {
  return idsOf(
    db,
    sql`select s.id from (
        select script_id, count(*) as cases from cases where state = 'open' and script_id is not null group by 1) c
      join (select * from ${from(filters)} where ${where(filters)} offset 0) s on s.id = c.script_id
      order by c.cases desc, s.created_at desc, s.id desc limit ${limit} offset ${offset}`,
  )
}

/** The number of matches, at most `matchesMax`. */
export async function selectMatchCount(db: Db, filters: Filters): Promise<number> {
  const max = moderatedScriptLimits.matchesMax
  const rows = (part: SQL) =>
    sql`(select id from ${from(filters)} where ${part} and ${where(filters)} limit ${max})`
  return countOf(
    db,
    sql`select id from (${sql.join(partsOf(filters).map(rows), sql` union all `)}) found limit ${max}`,
  )
}

/** The number of scripts that are not published, at most 10,000. */
export async function selectOtherCount(db: Db, categoryId: number | undefined): Promise<number> {
  const ofCategory = categoryId === undefined ? sql`` : sql`and category_id = ${categoryId}`
  return countOf(db, sql`select id from ${scripts} where ${other} ${ofCategory} limit 10000`)
}

/** From the stored counts. */
export async function selectPublishedCount(db: Db, categoryId: number | undefined): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select coalesce(sum(count), 0)::int as count from ${scriptCounts}
    where ${categoryId === undefined ? sql`true` : sql`category_id = ${categoryId}`}`)
  return rows[0]?.count ?? 0
}

async function idsOf(db: Db, query: SQL): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(query)
  return rows.map(({ id }) => id)
}

async function countOf(db: Db, query: SQL): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${query}) counted`,
  )
  return rows[0]?.count ?? 0
}

/**
 * The rows to filter. A filter that few scripts match is read first: OFFSET 0 keeps the planner from walking along the
 * order of the list instead, and a single array of ids from reading the whole table.
 */
function from(filters: Filters): SQL {
  const ids = [
    filters.matches !== undefined && sql`select unnest(${sql.param([...filters.matches])}::int[])`,
    filters.state === 'waiting' && waiting,
    filters.cases !== undefined && withCases(filters.cases),
  ].flatMap((select) => select || [])
  const few = [
    ids.length > 0 && sql`id = any(array(${sql.join(ids, sql` intersect `)}))`,
    filters.authorId !== undefined && sql`user_id = ${filters.authorId}`,
    (filters.severity === 'high' || filters.severity === 'failed') &&
      sql`attributes && '{report:high,report:failed}'`,
  ].flatMap((condition) => condition || [])
  if (few.length === 0) return sql`${scripts} s`
  return sql`(select * from ${scripts} where ${sql.join(few, sql` and `)} offset 0) s`
}

function where({ state, categoryId, severity }: Filters): SQL {
  const conditions = [
    state === 'removed' && sql`publication = 'removed'`,
    state === 'withdrawn' && sql`${withdrawn} and not ${isRejected}`,
    state === 'rejected' && sql`${withdrawn} and ${isRejected}`,
    categoryId !== undefined && sql`category_id = ${categoryId}`,
    severity !== undefined && sql`attributes @> array[${`report:${severity}`}]`,
  ].flatMap((condition) => condition || [])
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

function withCases(kind: NonNullable<Filters['cases']>): SQL {
  const ofKind = kind === 'any' ? sql`` : sql`and kind = ${kind}`
  return sql`select script_id from cases where state = 'open' and script_id is not null ${ofKind}`
}

const withdrawn = sql`publication = 'review' and id not in ${waiting}`

const isRejected = sql`exists (
  select from script_files f join script_versions v on v.key = f.key
  where f.script_id = s.id and v.withdrawal_kind = 'rejected')`

/** In the order of the ids, without deleted ones. */
export async function selectModeratedScripts(
  db: Db,
  ids: readonly number[],
): Promise<Omit<ModeratedScript, 'sameArchive'>[]> {
  if (ids.length === 0) return []
  const v = scriptVersions
  const rows = await db
    .select({
      id: scripts.id,
      name: scripts.name,
      image: scripts.image,
      version: scripts.version,
      author: users.username,
      userId: scripts.userId,
      category: categories.name,
      downloads: scripts.downloads,
      createdAt: scripts.createdAt,
      updatedAt: scripts.updatedAt,
      publication: scripts.publication,
      hasWaitingVersion: sql<boolean>`exists (
        select from ${v} w where w.script_id = ${scripts.id} and w.published_at is null and w.withdrawn_at is null)`,
      versionId: sql<number | null>`${v.id}`,
      withdrawalKind: v.withdrawalKind,
      analysis: archiveAnalyses.state,
      severity: archiveAnalyses.severity,
      openCases: sql<number>`(
        select count(*)::int from ${cases} c where c.script_id = ${scripts.id} and c.state = 'open')`,
      removal: {
        id: scriptRemovals.id,
        reason: scriptRemovals.reason,
        note: scriptRemovals.note,
        at: scriptRemovals.removedAt,
      },
    })
    .from(scripts)
    .innerJoin(users, eq(users.id, scripts.userId))
    .innerJoin(categories, eq(categories.id, scripts.categoryId))
    .leftJoin(scriptFiles, eq(scriptFiles.scriptId, scripts.id))
    .leftJoin(v, eq(v.key, scriptFiles.key))
    .leftJoin(archiveAnalyses, eq(archiveAnalyses.sha256, scriptFiles.sha256))
    .leftJoin(
      scriptRemovals,
      sql`${scriptRemovals.scriptId} = ${scripts.id} and ${scriptRemovals.restoredAt} is null`,
    )
    .where(inArray(scripts.id, [...ids]))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const { publication, withdrawalKind, analysis, severity, removal, createdAt, updatedAt, ...script } = row
    const hidden = script.hasWaitingVersion
      ? 'waiting'
      : withdrawalKind === 'rejected'
        ? 'rejected'
        : 'withdrawn'
    return {
      ...script,
      state: publication === 'review' ? hidden : publication,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      analysis: analysis === 'done' || analysis === 'failed' ? analysis : 'waiting',
      severity: analysis === 'done' ? severity : null,
      removal: removal && { ...removal, at: removal.at.toISOString() },
    }
  })
}

/** Newest first. */
export async function selectRemovals(db: Db, scriptId: number): Promise<PastRemoval[]> {
  const r = scriptRemovals
  const [remover, restorer] = [alias(users, 'remover'), alias(users, 'restorer')]
  const rows = await db
    .select({ removal: r, by: remover.username, restoredBy: restorer.username })
    .from(r)
    .leftJoin(remover, eq(remover.id, r.removedBy))
    .leftJoin(restorer, eq(restorer.id, r.restoredBy))
    .where(eq(r.scriptId, scriptId))
    .orderBy(desc(r.id))
  return rows.map(({ removal: { id, reason, note, removedAt, restoredAt }, by, restoredBy }) => ({
    id,
    reason,
    note,
    at: removedAt.toISOString(),
    by,
    restoredAt: restoredAt && restoredAt.toISOString(),
    restoredBy,
  }))
}
