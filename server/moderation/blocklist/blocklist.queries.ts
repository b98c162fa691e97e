import { and, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'

import {
  blocklistLimits,
  type BlocklistDraft,
  type BlocklistKey,
  type BlocklistKind,
} from '#contract/moderation/blocklist.ts'
import type { Db } from '#platform/database/database.ts'
import {
  archiveAnalyses,
  archiveFindings,
  archiveFingerprints,
  blocklistChanges,
  blocklistEntries,
} from '#server/archives/archives.tables.ts'
import { takedownScripts } from '#server/records/cases/cases.tables.ts'
import { scripts } from '#server/scripts/scripts.tables.ts'
import { deletedArchives, scriptVersions } from '#server/scripts/versions.tables.ts'
import { users } from '#server/access/users/users.tables.ts'

const b = blocklistEntries

type Filter = { kind?: BlocklistKind | undefined; search: string }

const isListed = ({ kind, search }: Filter) => {
  const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return and(
    isNull(b.removedAt),
    kind && eq(b.kind, kind),
    search === '' ? undefined : or(sql`${b.value} ilike ${pattern}`, sql`${b.reason} ilike ${pattern}`),
  )
}

export async function selectEntries(db: Db, filter: Filter, page: { limit: number; offset: number }) {
  return entries(db).where(isListed(filter)).orderBy(desc(b.id)).limit(page.limit).offset(page.offset)
}

export async function selectEntryCount(db: Db, filter: Filter): Promise<number> {
  return db.$count(b, isListed(filter))
}

export async function selectEntry(db: Db, id: number) {
  const [row] = await entries(db).where(and(eq(b.id, id), isNull(b.removedAt)))
  return row
}

export async function selectEntriesOfCase(db: Db, caseId: number) {
  return entries(db).where(and(eq(b.caseId, caseId), isNull(b.removedAt)))
}

/** Those of other cases, whose spared scripts the decision on this case changed. */
export async function selectEntriesChangedBy(db: Db, caseId: number) {
  const c = blocklistChanges
  const changed = db.select({ id: c.entryId }).from(c).where(eq(c.caseId, caseId))
  return entries(db).where(
    and(inArray(b.id, changed), sql`${b.caseId} is distinct from ${caseId}`, isNull(b.removedAt)),
  )
}

function entries(db: Db) {
  return db
    .select({
      id: b.id,
      kind: b.kind,
      value: b.value,
      reason: b.reason,
      addedBy: users.username,
      caseId: b.caseId,
      createdAt: b.createdAt,
    })
    .from(b)
    .leftJoin(users, eq(users.id, b.addedBy))
    .$dynamic()
}

/** Returns its id, or undefined when the same value is listed already. */
export async function insertEntry(
  tx: Db,
  { kind, value, reason, caseId = null }: Omit<BlocklistDraft, 'except'>,
  by: { addedBy: number; createdAt: Date } & Spared,
): Promise<number | undefined> {
  const [row] = await tx
    .insert(b)
    .values({ kind, value, reason, caseId, ...by })
    .onConflictDoNothing()
    .returning({ id: b.id })
  return row?.id
}

/** The row stays: it counts in the revision of the blocklist. False when it is removed already. */
export async function updateRemoved(tx: Db, id: number, now: Date): Promise<boolean> {
  const { rowCount } = await tx
    .update(b)
    .set({ removedAt: now })
    .where(and(eq(b.id, id), isNull(b.removedAt)))
  return rowCount === 1
}

export async function selectIsListed(db: Db, { kind, value }: BlocklistKey): Promise<boolean> {
  return (await db.$count(b, and(eq(b.kind, kind), eq(b.value, value), isNull(b.removedAt)))) > 0
}

/** Archives that are counted. */
const archivesMax = 1000

/** `notSearched` published versions may match, too. */
export type Matches = { archives: string[]; notSearched: number }

/** The hashes of archives that an entry for an archive or a file names, by what is known about their files. */
export async function selectArchivesOf(db: Db, { kind, value }: BlocklistKey): Promise<Matches> {
  if (kind === 'archive') {
    const known = await db
      .select({ sha256: archiveAnalyses.sha256 })
      .from(archiveAnalyses)
      .where(eq(archiveAnalyses.sha256, value))
    return { archives: known.map(({ sha256 }) => sha256), notSearched: 0 }
  }
  const hash = Buffer.from(value, 'hex')
  const { rows } = await db.execute<{ sha256: string }>(sql`
    select a.sha256 from ${archiveAnalyses} a where a.id in (
      select analysis_id from ${archiveFingerprints} where hash = ${hash} and kind = 'b'
      union select analysis_id from ${archiveFindings} where file_sha256 = ${hash}
      limit ${archivesMax})`)
  const notSearched = rows.length < archivesMax ? 0 : blocklistLimits.countMax
  return { archives: rows.map(({ sha256 }) => sha256), notSearched }
}

const isPublished = sql`v.published_at is not null and v.withdrawn_at is null`

/** One batch of analysed archives with a published version, newest first. */
export async function selectPublishedPacks(db: Db, before: number, limit: number) {
  const { rows } = await db.execute<{
    id: number
    sha256: string
    key: string
    size: string
    indexAt: string
  }>(sql`
    select a.id, a.sha256, a.pack_key as key, a.pack_size as size, a.index_at as "indexAt" from ${archiveAnalyses} a
    where a.id < ${before} and a.pack_key is not null and a.index_at is not null and exists (
      select from ${scriptVersions} v join ${scripts} s on s.id = v.script_id
      where v.sha256 = a.sha256 and s.publication = 'published' and ${isPublished})
    order by a.id desc limit ${limit}`)
  return rows.map(({ id, sha256, key, size, indexAt }) => ({
    id,
    sha256,
    pack: { key, size: Number(size), indexAt: Number(indexAt) },
  }))
}

/** Published versions of the archives from this one on that a search has not reached. */
export async function selectVersionsNotReached(db: Db, upTo: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select from ${archiveAnalyses} a join ${scriptVersions} v on v.sha256 = a.sha256 join ${scripts} s on s.id = v.script_id
      where a.id <= ${upTo} and a.pack_key is not null and s.publication = 'published' and ${isPublished}
      limit ${blocklistLimits.countMax}) counted`)
  return rows[0]?.count ?? 0
}

/** Published versions with one of these archives. */
export async function selectVersionCount(db: Db, hashes: readonly string[]): Promise<number> {
  if (hashes.length === 0) return 0
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from ${scriptVersions} v join ${scripts} s on s.id = v.script_id
    where v.sha256 = any(${sql.param([...hashes])}::text[]) and s.publication = 'published' and ${isPublished}`)
  return rows[0]?.count ?? 0
}

/** Scripts with one archive that are looked at. */
const scriptsMax = 1000

/** For each of the archives the scripts that have it, the first one first. */
export async function selectScriptsWith(db: Db, hashes: readonly string[]) {
  if (hashes.length === 0) return []
  const { rows } = await db.execute<{
    sha256: string
    id: number
    name: string
    userId: number
    author: string
    isPublic: boolean
    isWaiting: boolean
  }>(sql`
    select v.sha256, s.id, s.name, s.user_id as "userId", u.username as author,
      s.publication = 'published' and bool_or(${isPublished}) as "isPublic",
      s.publication <> 'removed' and bool_or(v.published_at is null and v.withdrawn_at is null) as "isWaiting"
    from unnest(${sql.param([...hashes])}::text[]) h(sha256) cross join lateral (
      select * from ${scriptVersions} v where v.sha256 = h.sha256 order by v.script_id limit ${scriptsMax}) v
    join ${scripts} s on s.id = v.script_id join ${users} u on u.id = s.user_id
    group by v.sha256, s.id, u.username order by min(v.created_at), min(v.id)`)
  return rows
}

export type Spared = { sparedUserId: number | null; sparedScriptIds: number[] }

/** A case whose notice still holds a script with the archive, also a deleted one. This case comes first. */
export async function selectHoldingCase(db: Db, sha256: string, caseId: number): Promise<number | undefined> {
  const [t, v, d] = [takedownScripts, scriptVersions, deletedArchives]
  const stored = db.select({ id: v.scriptId }).from(v).where(eq(v.sha256, sha256))
  const deleted = db.select({ id: d.scriptId }).from(d).where(eq(d.hash, sha256))
  const [row] = await db
    .select({ caseId: t.caseId })
    .from(t)
    .where(and(inArray(t.scriptId, union(stored, deleted)), isNotNull(t.takenDownAt), isNull(t.restoredAt)))
    .orderBy(sql`${t.caseId} <> ${caseId}`, t.caseId)
    .limit(1)
  return row?.caseId
}

export async function selectHoldsScripts(db: Db, caseId: number): Promise<boolean> {
  const t = takedownScripts
  const isHolding = and(eq(t.caseId, caseId), isNotNull(t.takenDownAt), isNull(t.restoredAt))
  return (await db.$count(t, isHolding)) > 0
}

export async function updateEntryCase(tx: Db, id: number, caseId: number): Promise<void> {
  await tx.update(b).set({ caseId }).where(eq(b.id, id))
}
