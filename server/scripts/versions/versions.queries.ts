import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'

import { preparedStatement, type Db } from '#platform/database/database.ts'
import { archiveAnalyses, archiveFindings, blocklistEntries } from '#server/archives/archives.tables.ts'
import { cases } from '#server/records/cases/cases.tables.ts'
import { membersColumn } from '#server/scripts/authors.queries.ts'
import { scriptFiles, scripts } from '#server/scripts/scripts.tables.ts'
import { findingComments, scriptVersions } from '#server/scripts/versions.tables.ts'
import { users } from '#server/access/users/users.tables.ts'

const v = scriptVersions

const columns = {
  version: v,
  script: {
    name: scripts.name,
    userId: scripts.userId,
    members: membersColumn,
    publication: scripts.publication,
    author: users.username,
    authorSince: users.createdAt,
    authorScripts: users.scriptsUploaded,
  },
  currentKey: scriptFiles.key,
  /** The open review of the version. */
  reviewId: cases.id,
  analysis: {
    id: archiveAnalyses.id,
    state: archiveAnalyses.state,
    severity: archiveAnalyses.severity,
    packKey: archiveAnalyses.packKey,
    packSize: archiveAnalyses.packSize,
    indexAt: archiveAnalyses.indexAt,
  },
}

const isOpenReview = and(eq(cases.versionId, v.id), sql`cases.state = 'open' and cases.kind = 'review'`)

/** A version with what decides who sees it and what its archive is. */
export async function selectVersion(db: Db, id: number) {
  const query = preparedStatement(db, 'version', (on) => from(on).where(eq(v.id, sql.placeholder('id'))))
  const [row] = await query.execute({ id })
  return row
}

/** A version that was just written. */
export async function requireVersion(tx: Db, id: number): Promise<VersionRow> {
  const row = await selectVersion(tx, id)
  if (!row) throw new Error(`Version ${id} is missing`)
  return row
}

export type VersionRow = NonNullable<Awaited<ReturnType<typeof selectVersion>>>

type Listed = { scriptId: number; withUnpublished: boolean }

/** One page of the versions of a script, newest first. */
export async function selectVersions(
  db: Db,
  listed: Listed,
  { limit, offset }: Record<'limit' | 'offset', number>,
) {
  return from(db).where(isListed(listed)).orderBy(desc(v.id)).limit(limit).offset(offset)
}

function isListed({ scriptId, withUnpublished }: Listed) {
  return and(eq(v.scriptId, scriptId), withUnpublished ? undefined : isNotNull(v.publishedAt))
}

/** One batch of versions with this archive that are not public, or of all that are not withdrawn. */
export async function selectVersionsToReview(
  db: Db,
  {
    sha256,
    scriptId,
    withPublished,
  }: { sha256: string; scriptId: number | undefined; withPublished: boolean },
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .select({ id: v.id })
    .from(v)
    .where(
      and(
        eq(v.sha256, sha256),
        scriptId === undefined ? undefined : eq(v.scriptId, scriptId),
        isNull(v.withdrawnAt),
        gt(v.id, after),
        withPublished ? undefined : isNull(v.publishedAt),
      ),
    )
    .orderBy(asc(v.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** The public versions of a script, also of a hidden one, whose archive or a file in it is on the blocklist. */
export async function selectBlockedVersions(db: Db, scriptId: number) {
  const [a, b, f] = [archiveAnalyses, blocklistEntries, archiveFindings]
  const isBlocked = sql`exists (
    select from ${b} where ${b.removedAt} is null and (
      ${b.kind} = 'archive' and ${b.value} = ${v.sha256}
      or ${b.kind} = 'file' and left(${b.value}, 32) in (
        select encode(${f.fileSha256}, 'hex') from ${f}
        where ${f.analysisId} = ${a.id} and ${f.rule} = 'blocklisted-file')))`
  return from(db).where(
    and(eq(v.scriptId, scriptId), isNotNull(v.publishedAt), isNull(v.withdrawnAt), isBlocked),
  )
}

/** The archives of versions that are analysed, not public and not reviewed. */
export async function selectArchivesToReview(db: Db, limit: number): Promise<string[]> {
  const a = archiveAnalyses
  const rows = await db
    .selectDistinct({ sha256: v.sha256 })
    .from(v)
    .innerJoin(scripts, eq(scripts.id, v.scriptId))
    .innerJoin(a, and(eq(a.sha256, v.sha256), inArray(a.state, ['done', 'failed'])))
    .leftJoin(cases, isOpenReview)
    .where(
      and(
        isNull(v.publishedAt),
        isNull(v.withdrawnAt),
        isNull(cases.id),
        // A hidden script requests them when it is restored.
        ne(scripts.publication, 'removed'),
      ),
    )
    .limit(limit)
  return rows.map(({ sha256 }) => sha256)
}

/** The versions with this archive that are the current ones of their scripts. */
export async function selectCurrentVersions(db: Db, sha256: string, limit: number) {
  return from(db)
    .where(and(eq(v.sha256, sha256), eq(v.key, scriptFiles.key)))
    .limit(limit)
}

function from(db: Db) {
  return db
    .select(columns)
    .from(v)
    .innerJoin(scripts, eq(scripts.id, v.scriptId))
    .innerJoin(users, eq(users.id, scripts.userId))
    .leftJoin(scriptFiles, eq(scriptFiles.scriptId, v.scriptId))
    .leftJoin(archiveAnalyses, eq(archiveAnalyses.sha256, v.sha256))
    .leftJoin(cases, isOpenReview)
    .$dynamic()
}

export async function selectVersionCount(db: Db, listed: Listed): Promise<number> {
  const [row] = await db.select({ count: count() }).from(v).where(isListed(listed))
  return row?.count ?? 0
}

/** The uploader of a version, and whether another one was before it. */
export async function selectUpload(
  db: Db,
  { id, scriptId, createdBy }: typeof scriptVersions.$inferSelect,
): Promise<{ uploadedBy: string | null; isFirst: boolean }> {
  const earlier = db
    .select({ id: v.id })
    .from(v)
    .where(and(eq(v.scriptId, scriptId), sql`${v.id} < ${id}`))
    .limit(1)
  const username = db
    .select({ name: users.username })
    .from(users)
    .where(eq(users.id, createdBy ?? 0))
  const [first, by] = [await earlier, await username]
  return { uploadedBy: by[0]?.name ?? null, isFirst: first.length === 0 }
}

/** The first script with this archive is one of another author. */
export async function selectIsSameArchive(
  db: Db,
  { sha256 }: { sha256: string },
  userId: number,
): Promise<boolean> {
  const [first] = await db
    .select({ userId: scripts.userId })
    .from(v)
    .innerJoin(scripts, eq(scripts.id, v.scriptId))
    .where(eq(v.sha256, sha256))
    .orderBy(asc(v.id))
    .limit(1)
  return first !== undefined && first.userId !== userId
}

const c = findingComments

export async function selectComments(db: Db, scriptId: number, paths: readonly string[]) {
  return db
    .select({ rule: c.rule, path: c.path, text: c.text, at: c.updatedAt })
    .from(c)
    .where(and(eq(c.scriptId, scriptId), inArray(c.path, [...paths])))
}

export async function upsertComment(tx: Db, comment: typeof findingComments.$inferInsert): Promise<void> {
  const { text, userId, updatedAt } = comment
  await tx
    .insert(c)
    .values(comment)
    .onConflictDoUpdate({ target: [c.scriptId, c.rule, c.path], set: { text, userId, updatedAt } })
}

export async function deleteComment(
  tx: Db,
  scriptId: number,
  { rule, path }: { rule: string; path: string },
): Promise<void> {
  await tx.delete(c).where(and(eq(c.scriptId, scriptId), eq(c.rule, rule), eq(c.path, path)))
}

/** The hash of the current archive. */
export async function selectCurrentArchive(db: Db, scriptId: number): Promise<string | undefined> {
  const [row] = await db
    .select({ sha256: scriptFiles.sha256 })
    .from(scriptFiles)
    .where(eq(scriptFiles.scriptId, scriptId))
  return row?.sha256
}
