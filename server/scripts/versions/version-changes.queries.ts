import { and, asc, eq, gt, sql } from 'drizzle-orm'

import type { VersionChange } from '#contract/scripts/version-schemas.ts'
import type { Db } from '#platform/database/database.ts'
import { archiveAnalyses } from '#server/archives/archives.tables.ts'
import { scriptVersions } from '#server/scripts/versions.tables.ts'

const v = scriptVersions

/** A version and the one that it is compared with. */
type ComparedVersion = {
  id: number
  sha256: string
  previousId: number | null
  previousSha256: string | null
}

/** Waiting versions rarely follow each other. */
const comparedMax = 20

/** The version `p` of the same script that was published before `of`, without those that were withdrawn. */
const previousOf = (version: { id: unknown; scriptId: unknown }) => sql`
  select p.id, p.number, p.sha256, p.key from ${v} p
  where p.script_id = ${version.scriptId} and p.id < ${version.id} and p.published_at is not null and p.withdrawn_at is null
  order by p.id desc limit 1`

type PreviousVersion = { id: number; number: string; isComparable: boolean }

export async function selectPreviousVersion(
  db: Db,
  version: { id: number; scriptId: number },
): Promise<PreviousVersion | undefined> {
  const { rows } = await db.execute<PreviousVersion>(sql`
    select previous.id, previous.number, previous.key is not null and a.state is not distinct from 'done' as "isComparable"
    from (${previousOf(version)}) previous left join ${archiveAnalyses} a on a.sha256 = previous.sha256`)
  return rows[0]
}

/** A version and those after it, up to the next one that is published. */
export async function selectVersionsToCompare(db: Db, id: number): Promise<ComparedVersion[]> {
  const { rows } = await db.execute<ComparedVersion>(sql`
    select n.id, n.sha256, previous.id as "previousId", previous.sha256 as "previousSha256"
    from ${v} own join ${v} n on n.script_id = own.script_id and n.id >= own.id and n.id <= coalesce((
      select min(p.id) from ${v} p
      where p.script_id = own.script_id and p.id > own.id and p.published_at is not null and p.withdrawn_at is null),
      n.id)
    left join lateral (${previousOf({ id: sql`n.id`, scriptId: sql`n.script_id` })}) previous on true
    where own.id = ${id} order by n.id limit ${comparedMax}`)
  return rows
}

/** Does nothing when the version is compared with another one by now. Returns whether the change is another one. */
export async function updateVersionChange(
  tx: Db,
  { id, previousId }: ComparedVersion,
  change: VersionChange | null,
): Promise<boolean> {
  const previous = previousOf({ id: sql`n.id`, scriptId: sql`n.script_id` })
  const { rowCount } = await tx.execute(sql`
    update ${v} n set change = ${change && JSON.stringify(change)}::jsonb
    where n.id = ${id} and n.change is distinct from ${change && JSON.stringify(change)}::jsonb
      and (select id from (${previous}) q) is not distinct from ${previousId}::int`)
  return (rowCount ?? 0) > 0
}

/** One batch of the versions with this archive, ordered by id. */
export async function selectVersionsWithArchive(
  db: Db,
  { sha256, scriptId }: { sha256: string; scriptId: number | undefined },
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const isOfScript = scriptId === undefined ? undefined : eq(v.scriptId, scriptId)
  const rows = await db
    .select({ id: v.id })
    .from(v)
    .where(and(eq(v.sha256, sha256), isOfScript, gt(v.id, after)))
    .orderBy(asc(v.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}
