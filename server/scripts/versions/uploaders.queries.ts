import { type SQL, sql } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'
import { archiveAnalyses, archiveFindings } from '#server/archives/archives.tables.ts'
import { isAuthorOf } from '#server/scripts/authors.queries.ts'
import { deletedArchives, scriptVersions } from '#server/scripts/versions.tables.ts'

const v = scriptVersions
const a = archiveAnalyses
const f = archiveFindings
const d = deletedArchives

/** The user uploaded the archive with this hash, or is an author of a script with it, or was one of a deleted script. */
const isOwn = (userId: number, sha256: unknown) => sql`(exists (
  select from ${v} join scripts on scripts.id = ${v.scriptId}
  where ${v.sha256} = ${sha256} and (${v.createdBy} = ${userId} or ${isAuthorOf(userId)})) or ${wasOwn(userId, sha256)})`

const wasOwn = (userId: number, hash: unknown) => sql`exists (
  select from ${d} where ${d.hash} = ${hash} and ${d.userId} = ${userId})`

export const selectHasUploaded = (db: Db, userId: number, sha256: string) =>
  selectIs(db, isOwn(userId, sha256))

/** A file in an archive of the user has this finding. */
export function selectHasFile(
  db: Db,
  userId: number,
  { rule, fileSha256 }: { rule: string; fileSha256: string },
): Promise<boolean> {
  const isFile = sql`${f.fileSha256} = decode(${fileSha256}, 'hex') and ${f.rule} = ${rule}`
  return selectIs(db, sql`${hasFinding(userId, isFile)} or ${wasOwn(userId, fileSha256)}`)
}

/** A host or text of the blocklist was found in an archive of the user. */
export const selectHasText = (db: Db, userId: number, detail: string) =>
  selectIs(db, hasFinding(userId, sql`${f.rule} = 'blocklisted-text' and ${f.detail} = ${detail}`))

const hasFinding = (userId: number, isFinding: SQL) => sql`exists (
  select from ${f} join ${a} on ${a.id} = ${f.analysisId} where ${isFinding} and ${isOwn(userId, a.sha256)})`

async function selectIs(db: Db, condition: SQL): Promise<boolean> {
  const { rows } = await db.execute<{ is: boolean }>(sql`select ${condition} as "is"`)
  return rows[0]?.is === true
}

/** Those of the scripts with an archive that the user uploaded, for any script, or that a script of theirs has or had. */
export async function selectScriptsUploadedBy(
  db: Db,
  userId: number,
  scriptIds: readonly number[],
): Promise<number[]> {
  if (scriptIds.length === 0) return []
  const { rows } = await db.execute<{ id: number }>(sql`
    select distinct of_script.script_id as id from ${v} of_script
    where of_script.script_id = any(${sql.param([...scriptIds])}::int[])
      and ${isOwn(userId, sql`of_script.sha256`)}`)
  return rows.map(({ id }) => id)
}

/** Before a script is deleted: whose its archives were, and the files in them with a finding of severity high. */
export async function insertDeletedArchives(
  tx: Db,
  scriptId: number,
  authors: readonly number[],
): Promise<void> {
  await tx.execute(sql`
    insert into ${d} (hash, script_id, user_id)
    select h.hash, ${scriptId}, u.id from ${v}
    cross join lateral (
      select ${v.sha256} as hash
      union select encode(f.file_sha256, 'hex') from ${a} a join ${f} f on f.analysis_id = a.id
        where a.sha256 = ${v.sha256} and f.severity = 'high') h
    cross join lateral (
      select ${v.createdBy} as id where ${v.createdBy} is not null
      union select unnest(${sql.param([...authors])}::int[])) u
    where ${v.scriptId} = ${scriptId}
    on conflict do nothing`)
}
