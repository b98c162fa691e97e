import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'
import { categories } from '#server/scripts/categories/categories.tables.ts'
import { collections } from '#server/scripts/collections.tables.ts'
import { scripts } from '#server/scripts/scripts.tables.ts'
import { siteTotals } from '#server/records/stats/stats.tables.ts'
import { users } from '#server/access/users/users.tables.ts'

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
