import { eq, inArray, sql } from 'drizzle-orm'

import type { Severity } from '#contract/archives/analysis.ts'
import type { InstalledScript } from '#contract/scripts/updates.ts'
import type { withdrawalKinds } from '#contract/scripts/versions.ts'
import type { Db } from '#platform/database/database.ts'
import { archiveAnalyses } from '#server/archives/archives.tables.ts'
import { scriptFiles, scripts } from '#server/scripts/scripts.tables.ts'
import { scriptVersions } from '#server/scripts/versions.tables.ts'

const v = scriptVersions

/** The scripts with their current versions. */
export async function selectCurrentVersions(db: Db, ids: readonly number[]) {
  return db
    .select({
      id: scripts.id,
      name: scripts.name,
      publication: scripts.publication,
      version: v,
      severity: sql<Severity | null>`case when ${archiveAnalyses.state} = 'done' then ${archiveAnalyses.severity} end`,
    })
    .from(scripts)
    .leftJoin(scriptFiles, eq(scriptFiles.scriptId, scripts.id))
    .leftJoin(v, eq(v.key, scriptFiles.key))
    .leftJoin(archiveAnalyses, eq(archiveAnalyses.sha256, v.sha256))
    .where(inArray(scripts.id, [...ids]))
}

export type CurrentVersion = Awaited<ReturnType<typeof selectCurrentVersions>>[number]

export type InstalledVersion = {
  position: number
  id: number
  number: string
  isWithdrawn: boolean
  kind: (typeof withdrawalKinds)[number] | null
  reason: string | null
  behind: number
}

/** For each entry, by its position from 1, the newest version that was published with its number or hash. */
export async function selectInstalledVersions(
  db: Db,
  installed: readonly InstalledScript[],
): Promise<Map<number, InstalledVersion>> {
  const column = <Key extends keyof InstalledScript>(key: Key) =>
    sql.param(installed.map((entry) => entry[key]))
  const { rows } = await db.execute<InstalledVersion>(sql`
    select w.position::int, i.* from
      unnest(${column('id')}::int[], ${column('number')}::text[], ${column('sha256')}::text[])
        with ordinality as w(script_id, number, sha256, position)
    join ${scripts} s on s.id = w.script_id
    cross join lateral (
      select v.id, v.number, v.withdrawn_at is not null as "isWithdrawn", v.withdrawal_kind as kind,
        v.withdrawal_reason as reason, (
          select count(*)::int from ${v} n
          where n.script_id = s.id and n.id > v.id and n.withdrawn_at is null and n.published_at is not null) as behind
      from ${v} v
      where v.script_id = s.id and v.published_at is not null
        and (v.sha256 = w.sha256 or ltrim(lower(v.number), 'v') = ltrim(lower(w.number), 'v'))
      order by v.id desc limit 1) i`)
  return new Map(rows.map((row) => [row.position, row]))
}
