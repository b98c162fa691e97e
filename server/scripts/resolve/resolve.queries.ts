import { sql } from 'drizzle-orm'

import { identifyLimits } from '#contract/scripts/identify.ts'
import type { RemovalReason } from '#contract/scripts/removal-schemas.ts'
import type { withdrawalKinds } from '#contract/scripts/versions.ts'
import { queryRaw, type Db } from '#platform/database/database.ts'
import { users } from '#server/access/users/users.tables.ts'
import { archiveAnalyses, archiveFiles } from '#server/archives/archives.tables.ts'
import { scriptRemovals } from '#server/scripts/removals.tables.ts'
import { scripts } from '#server/scripts/scripts.tables.ts'
import { scriptVersions } from '#server/scripts/versions.tables.ts'
import type { NeedingResource, RunningResource } from '#server/scripts/versions/requirements.rules.ts'

/** The newest versions of one script. Older ones cannot be chosen. */
const versionsMax = 500

export type PublishedVersion = {
  scriptId: number
  script: string
  author: string
  id: number
  number: string
  publishedAt: string
  isWithdrawn: boolean
}

const publishedVersions = {
  name: 'resolve_published_versions',
  text: `
    select s.id as "scriptId", s.name as script, u.username as author, v.*
    from unnest($1::int[]) as wanted(id)
    join scripts s on s.id = wanted.id and s.publication = 'published'
    join users u on u.id = s.user_id
    cross join lateral (
      select v.id, v.number, v.published_at as "publishedAt",
        v.withdrawn_at is not null as "isWithdrawn"
      from script_versions v
      where v.script_id = s.id and v.withdrawal_kind is distinct from 'rejected'
        and v.published_at is not null
      order by v.id desc limit ${versionsMax}) v
    order by s.id, v.id desc`,
}

/** The versions of published scripts that were published, newest first. */
export async function selectPublishedVersions(db: Db, ids: readonly number[]): Promise<PublishedVersion[]> {
  return queryRaw<PublishedVersion>(db, { ...publishedVersions, values: [ids] })
}

type Analysis = typeof archiveAnalyses.$inferSelect

/** What a server needs to know of a resource: a description may have hundreds of other texts. */
export type ArchiveResource = { path: string } & NeedingResource & RunningResource

/** The archive of a version, and what is in it. */
export type Archive = {
  versionId: number
  fileName: string
  size: number
  sha256: string
  withdrawal: { kind: (typeof withdrawalKinds)[number]; reason: string } | null
  /** Null before its analysis is requested. */
  analysisId: number | null
  state: Analysis['state'] | null
  severity: Analysis['severity']
  counts: Analysis['counts']
  accepted: number | null
  capabilities: Analysis['capabilities']
  resources: ArchiveResource[] | null
}

const archives = {
  name: 'resolve_archives',
  text: `
    select v.id as "versionId", v.file_name as "fileName", v.size, v.sha256,
      case when v.withdrawn_at is not null then
        json_build_object('kind', v.withdrawal_kind, 'reason', coalesce(v.withdrawal_reason, '')) end as withdrawal,
      a.id as "analysisId", a.state, a.severity, a.counts, a.accepted, a.capabilities, (
        select json_agg(json_build_object('name', r -> 'name', 'path', r -> 'path', 'provides', r -> 'provides',
          'dependencies', r -> 'dependencies', 'libraries', r -> 'libraries', 'frameworks', r -> 'frameworks',
          'optional', coalesce(r -> 'optional', '[]'), 'requirements', r -> 'requirements'))
        from jsonb_array_elements(a.resources) r) as resources
    from script_versions v left join archive_analyses a on a.sha256 = v.sha256
    where v.id = any($1::int[])`,
}

/** The archives of versions, by their ids. */
export async function selectArchives(db: Db, versionIds: readonly number[]): Promise<Map<number, Archive>> {
  if (versionIds.length === 0) return new Map()
  const rows = await queryRaw<Archive>(db, { ...archives, values: [versionIds] })
  return new Map(rows.map((row) => [row.versionId, row]))
}

export type FindingsOfRule = {
  scriptId: number
  rule: string
  severity: 'high' | 'medium' | 'low'
  count: number
  accepted: number
  explained: number
}

const findingsByRule = {
  name: 'resolve_findings',
  text: `
    select c.script_id as "scriptId", f.rule, f.severity, count(*)::int as count,
      (count(*) filter (where v.verdict = 'accepted'))::int as accepted,
      (count(*) filter (where k.rule is not null))::int as explained
    from unnest($1::int[], $2::int[]) as c(script_id, analysis_id)
    join archive_findings f on f.analysis_id = c.analysis_id
    left join finding_verdicts v on v.file_sha256 = f.file_sha256 and v.rule = f.rule
    left join finding_comments k on k.script_id = c.script_id and k.rule = f.rule and k.path = f.path
    group by c.script_id, f.rule, f.severity
    order by c.script_id, array_position(array['high', 'medium', 'low'], f.severity), f.rule`,
}

/** The stored findings of archives, with the comments of the authors of scripts. */
export async function selectFindingsByRule(
  db: Db,
  chosen: readonly { scriptId: number; analysisId: number }[],
): Promise<FindingsOfRule[]> {
  if (chosen.length === 0) return []
  const column = (key: 'scriptId' | 'analysisId') => chosen.map((each) => each[key])
  return queryRaw<FindingsOfRule>(db, {
    ...findingsByRule,
    values: [column('scriptId'), column('analysisId')],
  })
}

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
        v.published_at as "publishedAt", v.sha256,
        r.reason as removal, case when v.withdrawn_at is not null then
          json_build_object('kind', v.withdrawal_kind, 'reason', coalesce(v.withdrawal_reason, '')) end as withdrawal,
        a.id as "analysisId", b.matched, a.file_hashes as files
      from best b join ${archiveAnalyses} a on a.id = b.analysis_id
      cross join lateral (
        select * from ${scriptVersions} where sha256 = a.sha256 and withdrawal_kind is distinct from 'rejected'
        order by script_id, id limit ${copiesMax}) v
      join ${scripts} s on s.id = v.script_id
      join ${users} u on u.id = s.user_id
      left join ${scriptRemovals} r on r.script_id = s.id and r.restored_at is null
        and r.reason in ('copyright', 'backdoor', 'stolen')
      where v.published_at is not null and (s.publication = 'published' or r.id is not null))
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
