import { desc, inArray, sql } from 'drizzle-orm'

import type { withdrawalKinds } from '#contract/scripts/versions.ts'
import type { Db } from '#platform/database/database.ts'
import { archiveAnalyses, archiveFindings, findingVerdicts } from '#server/archives/archives.tables.ts'
import { users } from '#server/access/users/users.tables.ts'
import { scriptFiles, scripts } from '#server/scripts/scripts.tables.ts'
import { findingComments, scriptResources, scriptVersions } from '#server/scripts/versions.tables.ts'

/** The newest versions of one script. Older ones cannot be chosen. */
const versionsMax = 500

export type PublishedVersion = {
  scriptId: number
  script: string
  author: string
  id: number
  number: string
  publishedAt: Date
  fileName: string
  size: number
  sha256: string
  withdrawal: { kind: (typeof withdrawalKinds)[number]; reason: string } | null
  isWithdrawn: boolean
}

/** The versions of published scripts that were published, newest first. */
export async function selectPublishedVersions(db: Db, ids: readonly number[]): Promise<PublishedVersion[]> {
  const { rows } = await db.execute<Omit<PublishedVersion, 'publishedAt'> & { publishedAt: string }>(sql`
    select s.id as "scriptId", s.name as script, u.username as author, v.*
    from unnest(${sql.param([...ids])}::int[]) as wanted(id)
    join ${scripts} s on s.id = wanted.id and s.publication = 'published'
    join ${users} u on u.id = s.user_id
    left join ${scriptFiles} f on f.script_id = s.id
    cross join lateral (
      select v.id, v.number, coalesce(v.published_at, v.created_at) as "publishedAt", v.file_name as "fileName",
        v.size::float8 as size, v.sha256, v.withdrawn_at is not null as "isWithdrawn",
        case when v.withdrawn_at is not null then
          json_build_object('kind', v.withdrawal_kind, 'reason', coalesce(v.withdrawal_reason, '')) end as withdrawal
      from ${scriptVersions} v
      where v.script_id = s.id and v.withdrawal_kind is distinct from 'rejected'
        and (v.published_at is not null or v.key = f.key)
      order by v.id desc limit ${versionsMax}) v
    order by s.id, v.id desc`)
  return rows.map((row) => ({ ...row, publishedAt: new Date(row.publishedAt) }))
}

/** The contents of the archives, by hash. */
export async function selectContents(db: Db, hashes: readonly string[]) {
  const a = archiveAnalyses
  const { id, sha256, state, severity, counts, accepted, capabilities, resources } = a
  const rows = await db
    .select({ id, sha256, state, severity, counts, accepted, capabilities, resources })
    .from(a)
    .where(inArray(sha256, [...hashes]))
    .orderBy(desc(id))
  return new Map(rows.map((row) => [row.sha256, row]))
}

export type Contents = Awaited<ReturnType<typeof selectContents>> extends Map<string, infer Row> ? Row : never

export type FindingsOfRule = {
  scriptId: number
  rule: string
  severity: 'high' | 'medium' | 'low'
  count: number
  accepted: number
  explained: number
}

/** The stored findings of archives, with the comments of the authors of scripts. */
export async function selectFindingsByRule(
  db: Db,
  chosen: readonly { scriptId: number; analysisId: number }[],
): Promise<FindingsOfRule[]> {
  if (chosen.length === 0) return []
  const column = (key: 'scriptId' | 'analysisId') => sql.param(chosen.map((each) => each[key]))
  const { rows } = await db.execute<FindingsOfRule>(sql`
    select c.script_id as "scriptId", f.rule, f.severity, count(*)::int as count,
      (count(*) filter (where v.verdict = 'accepted'))::int as accepted,
      (count(*) filter (where k.rule is not null))::int as explained
    from unnest(${column('scriptId')}::int[], ${column('analysisId')}::int[]) as c(script_id, analysis_id)
    join ${archiveFindings} f on f.analysis_id = c.analysis_id
    left join ${findingVerdicts} v on v.file_sha256 = f.file_sha256 and v.rule = f.rule
    left join ${findingComments} k on k.script_id = c.script_id and k.rule = f.rule and k.path = f.path
    group by c.script_id, f.rule, f.severity
    order by c.script_id, array_position(array['high', 'medium', 'low'], f.severity), f.rule`)
  return rows
}

/** Scripts with one resource name that are considered, as for the links of a report. */
const candidatesMax = 50

export type Provider = { resource: string; id: number; name: string; author: string; downloads: number }

/** The published scripts whose current versions have resources of these names, most downloaded first. */
export async function selectProvidersOf(
  db: Db,
  names: readonly string[],
  limit: number,
): Promise<Provider[]> {
  if (names.length === 0) return []
  const { rows } = await db.execute<Provider>(sql`
    select n.resource, p.* from unnest(${sql.param([...names])}::text[]) as n(resource)
    cross join lateral (
      select s.id, s.name, u.username as author, s.downloads
      from (select script_id from ${scriptResources} where name = n.resource order by script_id limit ${candidatesMax}) r
      join ${scripts} s on s.id = r.script_id and s.publication = 'published'
      join ${users} u on u.id = s.user_id
      order by s.downloads desc, s.id limit ${limit}) p
    order by n.resource, p.downloads desc, p.id`)
  return rows
}
