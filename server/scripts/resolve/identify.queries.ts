import { sql } from 'drizzle-orm'

import { identifyLimits } from '#contract/scripts/identify.ts'
import type { RemovalReason } from '#contract/scripts/removal-schemas.ts'
import type { withdrawalKinds } from '#contract/scripts/versions.ts'
import type { Db } from '#platform/database/database.ts'
import { archiveAnalyses, archiveFiles } from '#server/archives/archives.tables.ts'
import { users } from '#server/access/users/users.tables.ts'
import { scriptRemovals } from '#server/scripts/removals.tables.ts'
import { scriptFiles, scripts } from '#server/scripts/scripts.tables.ts'
import { scriptVersions } from '#server/scripts/versions.tables.ts'

/** Archives with most of the files. */
const archivesMax = 500
const keyBytes = 16
/** Versions with the same archive. */
const copiesMax = 5

export type MatchingVersion = {
  scriptId: number
  script: string
  author: string
  downloads: number
  id: number
  number: string
  publishedAt: string
  sha256: string
  /** Why its script was taken down. */
  removal: RemovalReason | null
  withdrawal: { kind: (typeof withdrawalKinds)[number]; reason: string } | null
  analysisId: number
  matched: number
  files: number
}

/**
 * The published versions of public and taken-down scripts that contain most of the files, for each of their archives the positions of its
 * hashes from 0, and how many of the hashes are common.
 */
export async function selectMatches(
  db: Db,
  hashes: readonly string[],
): Promise<{ matches: MatchingVersion[]; positions: Map<number, number[]>; common: number }> {
  // A file is known by the first 16 bytes of its hash. A list would be written and read as text.
  const keys = Buffer.from(hashes.map((hash) => hash.slice(0, 2 * keyBytes)).join(''), 'hex')
  const { rows } = await db.execute<{
    common: number
    matches: MatchingVersion[] | null
    positions: { id: number; at: number[] }[] | null
  }>(sql`
    with sent as (
      select substring(${keys}::bytea from n * ${keyBytes} + 1 for ${keyBytes}) as hash, n
      from generate_series(0, ${hashes.length - 1}) n),
    found as materialized (
      select s.n, f.archives from sent s cross join lateral (
        select array_agg(analysis_id) as archives from (
          select analysis_id from ${archiveFiles} where hash = s.hash limit ${identifyLimits.archivesMax + 1}) a) f
      where f.archives is not null),
    rare as materialized (select n, unnest(archives) as analysis_id from found
      where cardinality(archives) <= ${identifyLimits.archivesMax}),
    best as materialized (
      select analysis_id, count(*)::int as matched from rare group by analysis_id
      order by matched desc, analysis_id desc limit ${archivesMax}),
    matches as (
      select s.id as "scriptId", s.name as script, u.username as author, s.downloads, v.id, v.number,
        coalesce(v.published_at, v.created_at) as "publishedAt", v.sha256,
        r.reason as removal, case when v.withdrawn_at is not null then
          json_build_object('kind', v.withdrawal_kind, 'reason', coalesce(v.withdrawal_reason, '')) end as withdrawal,
        a.id as "analysisId", b.matched, a.file_hashes as files
      from best b join ${archiveAnalyses} a on a.id = b.analysis_id
      cross join lateral (
        select * from ${scriptVersions} where sha256 = a.sha256 and withdrawal_kind is distinct from 'rejected'
        order by script_id, id limit ${copiesMax}) v
      join ${scripts} s on s.id = v.script_id
      join ${users} u on u.id = s.user_id
      left join ${scriptFiles} f on f.script_id = s.id
      left join ${scriptRemovals} r on r.script_id = s.id and r.restored_at is null
        and r.reason in ('copyright', 'backdoor', 'stolen')
      where s.publication = 'published' and (v.published_at is not null or v.key = f.key)
        or r.id is not null and v.published_at is not null)
    select (select count(*)::int from found where cardinality(archives) > ${identifyLimits.archivesMax}) as common,
      (select json_agg(m) from matches m) as matches,
      (select json_agg(p) from (
        select analysis_id as id, array_agg(n order by n) as at from rare
        where analysis_id in (select "analysisId" from matches) group by analysis_id) p) as positions`)
  const [row] = rows
  return {
    matches: row?.matches ?? [],
    positions: new Map(row?.positions?.map(({ id, at }) => [id, at])),
    common: row?.common ?? 0,
  }
}
