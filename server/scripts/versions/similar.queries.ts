import { sql } from 'drizzle-orm'

import { similarLimits } from '#contract/scripts/similar.ts'
import type { Db } from '#platform/database/database.ts'
import { archiveAnalyses, archiveFingerprints, blocklistEntries } from '#server/archives/archives.tables.ts'
import { scripts } from '#server/scripts/scripts.tables.ts'
import { scriptVersions } from '#server/scripts/versions.tables.ts'
import { users } from '#server/access/users/users.tables.ts'

const a = archiveAnalyses
const f = archiveFingerprints
const b = blocklistEntries
const { scriptsMax, shareMin, authorsMax } = similarLimits

/** Archives with one fingerprint that are looked at. Those of a library have more authors than count. */
const archivesMax = 300
/** Versions of one archive. */
const versionsMax = 50
const sameArchiveMax = 20

/** Raw results have times as text. */
type Stored<Row, Times extends keyof Row> = Omit<Row, Times> & Record<Times, string>

export type SameArchive = {
  versionId: number
  scriptId: number
  name: string
  author: string
  at: Date
  ownFirstAt: Date
}

/** For each version the scripts of other authors with the same archive, oldest first. */
export async function selectSameArchives(db: Db, versionIds: readonly number[]): Promise<SameArchive[]> {
  const { rows } = await db.execute<Stored<SameArchive, 'at' | 'ownFirstAt'>>(sql`
    select own.id as "versionId", same.script_id as "scriptId", same.name, u.username as author, same.at,
      (select min(v.created_at) from ${scriptVersions} v where v.sha256 = own.sha256 and v.script_id = own.script_id) as "ownFirstAt"
    from ${scriptVersions} own join ${scripts} o on o.id = own.script_id
    cross join lateral (
      select v.script_id, s.name, s.user_id, min(v.created_at) as at
      from ${scriptVersions} v join ${scripts} s on s.id = v.script_id
      where v.sha256 = own.sha256 and s.user_id <> o.user_id
      group by v.script_id, s.name, s.user_id order by at, v.script_id limit ${sameArchiveMax}) same
    join ${users} u on u.id = same.user_id
    where own.id = any(${sql.param([...versionIds])}::int[])
    order by own.id, same.at, same.script_id`)
  return rows.map((row) => ({ ...row, at: new Date(row.at), ownFirstAt: new Date(row.ownFirstAt) }))
}

export type SimilarScript = {
  versionId: number
  scriptId: number
  name: string
  author: string
  /** In percent. */
  share: number
  firstAt: Date
  ownFirstAt: Date
  /** The analysis of the archive that is most similar. */
  analysisId: number
  /** Positions of libraries in the archive of the version. */
  libraries: number[]
}

/**
 * For each version the scripts of other authors with the most of its code. Every step is bounded: the fingerprints of an
 * archive, the archives with one fingerprint, the versions of one archive.
 */
export async function selectSimilarScripts(db: Db, versionIds: readonly number[]): Promise<SimilarScript[]> {
  const { rows } = await db.execute<Stored<SimilarScript, 'firstAt' | 'ownFirstAt'>>(sql`
    with subject as materialized (
      select v.id, v.created_at, s.user_id, a.id as analysis_id
      from ${scriptVersions} v join ${scripts} s on s.id = v.script_id join ${a} a on a.sha256 = v.sha256
      where v.id = any(${sql.param([...versionIds])}::int[])
    ), own as materialized (
      select s.id as subject, f.kind, f.position, f.hash, f.size
      from subject s join ${f} f on f.analysis_id = s.analysis_id
    ), hits as materialized (
      select o.subject, o.kind, o.position, same.analysis_id
      from own o cross join lateral (
        select f.analysis_id from ${f} f where f.hash = o.hash and f.kind = o.kind limit ${archivesMax}) same
    ), holders as materialized (
      select h.analysis_id, v.script_id, v.user_id, min(v.created_at) as at
      from (select distinct analysis_id from hits) h join ${a} a on a.id = h.analysis_id
      cross join lateral (
        select v.script_id, s.user_id, v.created_at from ${scriptVersions} v join ${scripts} s on s.id = v.script_id
        where v.sha256 = a.sha256 order by v.script_id limit ${versionsMax}) v
      group by h.analysis_id, v.script_id, v.user_id
    ), libraries as materialized (
      select distinct subject, position from (
        select h.subject, h.position from hits h join holders o on o.analysis_id = h.analysis_id
        group by h.subject, h.kind, h.position having count(distinct o.user_id) > ${authorsMax}) known
    ), counted as materialized (
      select o.subject, o.position, o.size from own o
      where o.kind = 'b'
        and not exists (select from libraries l where l.subject = o.subject and l.position = o.position)
    ), matches as materialized (
      select shared.subject, shared.analysis_id, sum(c.size) as size
      from (select distinct subject, position, analysis_id from hits) shared
      join counted c on c.subject = shared.subject and c.position = shared.position
      group by shared.subject, shared.analysis_id
    ), found as (
      select m.subject, o.script_id, o.user_id, max(m.size) as size, min(o.at) as first_at,
        (array_agg(m.analysis_id order by m.size desc, o.at))[1] as analysis_id
      from matches m join holders o on o.analysis_id = m.analysis_id
      join subject s on s.id = m.subject and s.user_id <> o.user_id and s.analysis_id <> m.analysis_id
      group by m.subject, o.script_id, o.user_id
    ), ranked as (
      select found.*, found.size * 100.0 / total.size as share,
        row_number() over (partition by found.subject order by found.size desc, first_at, script_id) as place
      from found join (select subject, sum(size) as size from counted group by subject) total
        on total.subject = found.subject
      where found.size * 100 >= total.size * ${shareMin}
    )
    select r.subject as "versionId", r.script_id as "scriptId", s.name, u.username as author,
      floor(r.share)::int as share, r.first_at as "firstAt", r.analysis_id as "analysisId",
      least(own.created_at, (
        select min(o.at) from matches m join holders o on o.analysis_id = m.analysis_id
        where m.subject = r.subject and o.user_id = own.user_id)) as "ownFirstAt",
      array(select l.position from libraries l where l.subject = r.subject) as libraries
    from ranked r join subject own on own.id = r.subject
    join ${scripts} s on s.id = r.script_id join ${users} u on u.id = r.user_id
    where r.place <= ${scriptsMax} order by r.subject, r.place`)
  return rows.map((row) => ({
    ...row,
    firstAt: new Date(row.firstAt),
    ownFirstAt: new Date(row.ownFirstAt),
  }))
}

/** Files that two archives share, largest first. */
export async function selectSharedFiles(
  db: Db,
  ownId: number,
  others: readonly number[],
  without: readonly number[],
) {
  const { rows } = await db.execute<{
    analysisId: number
    position: number
    theirPosition: number
    sameBytes: boolean
  }>(sql`
    select theirs.analysis_id as "analysisId", own.position, min(theirs.position) as "theirPosition",
      bool_or(own.kind = 'b') as "sameBytes"
    from ${f} theirs join ${f} own on own.hash = theirs.hash and own.kind = theirs.kind
    where own.analysis_id = ${ownId} and theirs.analysis_id = any(${sql.param([...others])}::int[])
      and own.position <> all(${sql.param([...without])}::int[])
    group by theirs.analysis_id, own.position, own.size order by own.size desc, own.position`)
  return rows
}

/** How many of the files of an archive were taken down, by case. */
export async function selectTakenDown(db: Db, ownId: number) {
  const { rows } = await db.execute<{ caseId: number | null; files: number }>(sql`
    with own as materialized (
      select position, kind, hash from ${f} f where f.analysis_id = ${ownId}
    ), blocked as (
      select b.case_id, own.position from own join ${b} b on b.kind = 'file' and b.value = encode(own.hash, 'hex')
      where own.kind = 'b' and b.removed_at is null
      union
      select b.case_id, own.position from own
      cross join lateral (
        select f.analysis_id from ${f} f where f.hash = own.hash and f.kind = own.kind limit ${archivesMax}) same
      join ${a} a on a.id = same.analysis_id
      join ${b} b on b.kind = 'archive' and b.value = a.sha256 and b.removed_at is null
    )
    select case_id as "caseId", count(*)::int as files from blocked group by case_id order by files desc limit 20`)
  return rows
}

/** The packs of analyses that are done, by id. */
export async function selectPacks(db: Db, ids: readonly number[]) {
  const { rows } = await db.execute<{ id: number; key: string; size: string; indexAt: string }>(sql`
    select id, pack_key as key, pack_size as size, index_at as "indexAt" from ${a}
    where id = any(${sql.param([...ids])}::int[]) and pack_key is not null and pack_size is not null and index_at is not null`)
  return new Map(
    rows.map(({ id, key, size, indexAt }) => [id, { key, size: Number(size), indexAt: Number(indexAt) }]),
  )
}
