import { and, desc, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'

import { detailOfEntry } from '#analysis/report/entry-detail.ts'
import type { Db } from '#platform/database/database.ts'

import {
  archiveAnalyses,
  archiveFindings,
  archiveFingerprints,
  blocklistChanges,
  blocklistEntries,
} from './archives.tables.ts'

/** The values that scans look for. */
export async function selectBlocklist(
  db: Db,
): Promise<{ hosts: string[]; texts: string[]; files: string[] }> {
  const { kind, value, removedAt } = blocklistEntries
  const rows = await db.select({ kind, value }).from(blocklistEntries).where(isNull(removedAt))
  const valuesOf = (ofKind: string) => rows.filter((row) => row.kind === ofKind).map((row) => row.value)
  return { hosts: valuesOf('host'), texts: valuesOf('text'), files: valuesOf('file') }
}

/** Increases with every change. */
export async function selectBlocklistRevision(db: Db): Promise<number> {
  const { id, removedAt } = blocklistEntries
  const [row] = await db
    .select({ revision: sql<number>`coalesce(max(${id}), 0)::int + count(${removedAt})::int` })
    .from(blocklistEntries)
  return row?.revision ?? 0
}

/** The owner and script of a version that is checked. A new script has no id yet. */
export type Uploaded = { userId: number; scriptId?: number }

const concerns = ({ userId, scriptId = 0 }: Uploaded) => {
  const { sparedUserId, sparedScriptIds, concernedScriptIds } = blocklistEntries
  return sql`(${sparedUserId} is distinct from ${userId} or ${scriptId} = any(${concernedScriptIds}))
    and not (${scriptId} = any(${sparedScriptIds}))`
}

/** Why an archive cannot be uploaded; undefined when it can. */
export async function selectArchiveBlock(
  db: Db,
  sha256: string,
  uploaded: Uploaded,
): Promise<{ caseId: number | null } | undefined> {
  const { kind, value, removedAt, caseId } = blocklistEntries
  const [row] = await db
    .select({ caseId })
    .from(blocklistEntries)
    .where(and(eq(kind, 'archive'), eq(value, sha256), isNull(removedAt), concerns(uploaded)))
  return row
}

/** The entry that was added last of those that name the archive or a file in it, and that concern the script. */
export async function selectBlockOf(
  db: Db,
  { id, sha256 }: { id: number | undefined; sha256: string },
  uploaded?: Uploaded,
): Promise<{ kind: 'archive' | 'file'; caseId: number | null; addedAt: Date } | undefined> {
  const { kind, value, caseId, createdAt, removedAt } = blocklistEntries
  const f = archiveFindings
  const files = db
    .select({ hash: sql<string>`encode(${f.fileSha256}, 'hex')` })
    .from(f)
    .where(and(eq(f.analysisId, id ?? 0), eq(f.rule, 'blocklisted-file')))
  const [row] = await db
    .select({ isArchive: sql<boolean>`${kind} = 'archive'`, caseId, addedAt: createdAt })
    .from(blocklistEntries)
    .where(
      and(
        isNull(removedAt),
        uploaded && concerns(uploaded),
        or(
          and(eq(kind, 'archive'), eq(value, sha256)),
          and(eq(kind, 'file'), inArray(sql`left(${value}, 32)`, files)),
        ),
      ),
    )
    .orderBy(desc(createdAt))
    .limit(1)
  if (!row) return undefined
  const { isArchive, ...entry } = row
  return { ...entry, kind: isArchive ? 'archive' : 'file' }
}

/** The latest entry that a file or text of the archive matches. */
export async function selectEntryOfFindings(db: Db, analysisId: number): Promise<number | undefined> {
  const { id, kind, value, removedAt } = blocklistEntries
  const f = archiveFindings
  const findings = await db
    .select({ rule: f.rule, detail: f.detail, file: f.fileSha256 })
    .from(f)
    .where(and(eq(f.analysisId, analysisId), inArray(f.rule, ['blocklisted-text', 'blocklisted-file'])))
  const details = new Set(findings.map(({ detail }) => detail))
  const files = findings.flatMap(({ rule, file }) =>
    rule === 'blocklisted-file' ? file.toString('hex') : [],
  )
  const entries = await db
    .select({ id, kind, value })
    .from(blocklistEntries)
    .where(
      and(
        isNull(removedAt),
        or(inArray(kind, ['host', 'text']), and(eq(kind, 'file'), inArray(sql`left(${value}, 32)`, files))),
      ),
    )
    .orderBy(desc(id))
  return entries.find((entry) => entry.kind === 'file' || details.has(detailOfEntry(entry.value)))?.id
}

/** Returns whether the entry is listed. It is not removed before the transaction ends. */
export async function lockListedEntry(tx: Db, entryId: number): Promise<boolean> {
  const { id, removedAt } = blocklistEntries
  const rows = await tx
    .select({ id })
    .from(blocklistEntries)
    .where(and(eq(id, entryId), isNull(removedAt)))
    .for('share')
  return rows.length > 0
}

/** Some entries no longer concern a script, whatever decision about them is undone. Returns what they block. */
export async function exemptScript(tx: Db, scriptId: number, entries: SQL | undefined): Promise<string[]> {
  const { id, value, removedAt, sparedScriptIds } = blocklistEntries
  const rows = await tx
    .update(blocklistEntries)
    .set({ sparedScriptIds: sql`array_append(${sparedScriptIds}, ${scriptId}::int)` })
    .where(and(entries, isNull(removedAt), sql`not (${scriptId} = any(${sparedScriptIds}))`))
    .returning({ id, value })
  const ids = rows.map((row) => row.id)
  const changed = await tx
    .selectDistinct({ entryId: blocklistChanges.entryId })
    .from(blocklistChanges)
    .where(inArray(blocklistChanges.entryId, ids))
  const none = { againstUserIds: [], againstScriptIds: [] }
  if (changed.length > 0)
    await tx
      .insert(blocklistChanges)
      .values(changed.map(({ entryId }) => ({ entryId, sparedScriptIds: [scriptId], ...none })))
  return rows.map((row) => row.value)
}

/**
 * An entry spares scripts, not their owner: one that leaves the spared user stays spared, one that comes to them stays
 * concerned. `archives` selects the hashes of the archives of the script.
 */
export async function moveExemptions(
  tx: Db,
  scriptId: number,
  { from, to }: { from: number; to: number },
  archives: SQL,
): Promise<void> {
  const { kind, value, removedAt, sparedUserId, concernedScriptIds } = blocklistEntries
  const a = archiveAnalyses
  const hasArchive = sql`${kind} = 'archive' and ${value} in (${archives})`
  const hasFile = sql`${kind} = 'file' and exists (
    select from ${a} where ${a.sha256} in (${archives}) and (
      exists (select from ${archiveFingerprints} p
        where p.hash = decode(${value}, 'hex') and p.kind = 'b' and p.analysis_id = ${a.id})
      or exists (select from ${archiveFindings} f
        where f.file_sha256 = decode(${value}, 'hex') and f.analysis_id = ${a.id})))`
  const spares = (userId: number) =>
    and(
      isNull(removedAt),
      eq(sparedUserId, userId),
      or(hasArchive, hasFile),
      sql`not (${scriptId} = any(${concernedScriptIds}))`,
    )
  await exemptScript(tx, scriptId, spares(from))
  await tx
    .update(blocklistEntries)
    .set({ concernedScriptIds: sql`array_append(${concernedScriptIds}, ${scriptId}::int)` })
    .where(spares(to))
}
