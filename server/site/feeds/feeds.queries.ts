import { and, desc, eq, sql, isNull, asc, gt, lte } from 'drizzle-orm'
import { preparedStatement, type Db } from '#platform/database/database.ts'
import { categories, scriptDocs, scripts, scriptFiles } from '#server/scripts/scripts.tables.ts'
import { users } from '#server/access/users/users.tables.ts'
import type { Recall } from '#contract/site/tool-feeds.ts'
import { blocklistEntries } from '#server/archives/archives.tables.ts'
import { scriptRemovals } from '#server/scripts/removals.tables.ts'
import { scriptVersions } from '#server/scripts/versions.tables.ts'
import { collections } from '#server/scripts/collections.tables.ts'
import { siteTotals } from '#server/records/records.tables.ts'

export type FeedScript = {
  id: number
  name: string
  description: string
  license: string | null
  category: string
  author: string
  userId: number
  createdAt: Date
  updatedAt: Date
}

/** PostgreSQL uses the partial indexes of lists only if a statement has exactly this condition. */
const published = sql`publication = 'published'`

const conditions = {
  categoryId: eq(scripts.categoryId, sql.placeholder('categoryId')),
  userId: eq(scripts.userId, sql.placeholder('userId')),
} as const

/** The newest published scripts, of the whole site or of one category or author. */
export async function selectNewestScripts(
  db: Db,
  filter: { categoryId?: number; userId?: number },
  limit: number,
): Promise<FeedScript[]> {
  const filters = (['categoryId', 'userId'] as const).filter((name) => filter[name] !== undefined)
  const newest = [desc(scripts.createdAt), desc(scripts.id)]
  const query = preparedStatement(db, ['feed', ...filters].join('_'), (on) => {
    const page = on
      .select({ id: scripts.id })
      .from(scripts)
      .where(and(published, ...filters.map((name) => conditions[name])))
      .orderBy(...newest)
      .limit(sql.placeholder('limit'))
      .as('page')
    const { id, name, userId, createdAt, updatedAt } = scripts
    return on
      .select({
        id,
        name,
        userId,
        createdAt,
        updatedAt,
        description: scriptDocs.description,
        license: scriptDocs.license,
        category: categories.name,
        author: users.username,
      })
      .from(scripts)
      .innerJoin(page, eq(page.id, id))
      .innerJoin(scriptDocs, eq(scriptDocs.scriptId, id))
      .innerJoin(categories, eq(categories.id, scripts.categoryId))
      .innerJoin(users, eq(users.id, userId))
      .orderBy(...newest)
  })
  return query.execute({ ...filter, limit })
}

export async function selectAuthor(db: Db, usernameKey: string) {
  const [row] = await db
    .select({ id: users.id, username: users.username, createdAt: users.createdAt })
    .from(users)
    .where(eq(users.usernameKey, usernameKey))
  return row
}

const v = scriptVersions

export type RecallRow = Omit<Recall, 'removal'> & {
  /** Null for a hidden script. */
  name: string | null
  /** Why the author or a moderator recalled the version. */
  reason: string | null
  removal: Recall['removal']
  at: string
}

/** Versions that were public: withdrawn for security, or of scripts that are taken down. Newest first. */
export async function selectRecalls(db: Db, limit: number): Promise<RecallRow[]> {
  const { rows } = await db.execute<RecallRow>(sql`
    with recalled as (
      select 'recalled' as kind, v.id, v.withdrawn_at as at, v.withdrawal_reason as reason, null as removal
      from ${v} v where v.withdrawal_kind = 'security' and v.published_at is not null
      order by v.withdrawn_at desc limit ${limit}),
    removed as (
      select 'taken-down' as kind, v.id, r.removed_at as at, null as reason, r.reason as removal
      from (select * from ${scriptRemovals} where restored_at is null and reason in ('copyright', 'backdoor', 'stolen')
        order by removed_at desc limit ${limit}) r
      join ${v} v on v.script_id = r.script_id and v.published_at is not null
        and v.withdrawal_kind is distinct from 'security'
      order by r.removed_at desc, v.id desc limit ${limit})
    select c.kind, s.id as "scriptId", v.id as "versionId", v.number, v.sha256, c.removal, c.reason, c.at,
      case when s.publication = 'published' then s.name end as name,
      case when s.publication = 'published' and n.withdrawn_at is null then
        json_build_object('versionId', n.id, 'number', n.number, 'sha256', n.sha256) end as replacement
    from (select * from recalled union all select * from removed) c
    join ${v} v on v.id = c.id join ${scripts} s on s.id = v.script_id
    left join ${scriptFiles} f on f.script_id = s.id
    left join ${v} n on n.key = f.key and n.id <> v.id
    order by c.at desc, v.id desc limit ${limit}`)
  return rows
}

const b = blocklistEntries

/** Without texts, which would tell authors of backdoors what to change. */
export async function selectPublicBlocklist(db: Db, limit: number) {
  return db
    .select({ kind: b.kind, value: b.value })
    .from(b)
    .where(and(isNull(b.removedAt), sql`${b.kind} in ('archive', 'file', 'host')`))
    .orderBy(b.kind, b.value)
    .limit(limit)
}

/** A run of ids. `upTo` is included. */
export type IdRange = { above: number; upTo: number }

const isPublished = eq(scripts.publication, 'published')

export async function selectScriptTotal(db: Db): Promise<number> {
  const [row] = await db.select({ total: siteTotals.scripts }).from(siteTotals)
  return row?.total ?? 0
}

export async function selectFilledCategories(db: Db): Promise<string[]> {
  const rows = await db
    .select({ name: categories.name })
    .from(categories)
    .where(gt(categories.scriptCount, 0))
    .orderBy(asc(categories.id))
  return rows.map(({ name }) => name)
}

export async function selectScriptsOfRange(db: Db, { above, upTo }: IdRange) {
  return db
    .select({ id: scripts.id, updatedAt: scripts.updatedAt })
    .from(scripts)
    .where(and(isPublished, gt(scripts.id, above), lte(scripts.id, upTo)))
    .orderBy(asc(scripts.id))
}

export async function selectAuthorsOfRange(db: Db, { above, upTo }: IdRange): Promise<string[]> {
  const rows = await db
    .select({ username: users.username })
    .from(users)
    .where(and(gt(users.scriptsUploaded, 0), gt(users.id, above), lte(users.id, upTo)))
    .orderBy(asc(users.id))
  return rows.map(({ username }) => username)
}

const isListed = and(eq(collections.visibility, 'public'), isNull(collections.removedAt))

/** At most `max`. */
export async function selectCollectionTotal(db: Db, max: number): Promise<number> {
  const listed = db.select({ id: collections.id }).from(collections).where(isListed).limit(max).as('listed')
  return db.$count(listed)
}

export async function selectCollectionsOfRange(db: Db, { above, upTo }: IdRange) {
  return db
    .select({ id: collections.id, updatedAt: collections.updatedAt })
    .from(collections)
    .where(and(isListed, gt(collections.id, above), lte(collections.id, upTo)))
    .orderBy(asc(collections.id))
}

export const dividedKinds = ['scripts', 'authors', 'collections'] as const
export type DividedKind = (typeof dividedKinds)[number]

const sources = {
  scripts: { table: sql`scripts`, condition: sql`t.publication = 'published'` },
  authors: { table: sql`users`, condition: sql`t.scripts_uploaded > 0` },
  collections: { table: sql`collections`, condition: sql`t.visibility = 'public' and t.removed_at is null` },
}

/**
 * The numbers, from 1, of the runs of `length` ids that have something to list. `exists` reads one row of each run, so
 * the cost depends on the number of runs and not of rows.
 */
export async function selectFilledRuns(db: Db, kind: DividedKind, length: number): Promise<number[]> {
  const source = sources[kind]
  const { rows } = await db.execute<{ run: number }>(sql`
    select run from generate_series(1, (select coalesce(max(id) - 1, -1) / ${length}::int + 1 from ${source.table})) as run
    where exists (
      select from ${source.table} t
      where t.id > (run - 1) * ${length}::int and t.id <= run * ${length}::int and ${source.condition}
      offset 0
    )
    order by run`)
  return rows.map(({ run }) => run)
}
