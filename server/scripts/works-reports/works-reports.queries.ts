import { and, desc, eq, gt, isNotNull, isNull, ne, sql } from 'drizzle-orm'

import { worksLimits, type WorksAnswerDraft, type WorksReportDraft } from '#contract/scripts/works-reports.ts'
import type { Db } from '#platform/database/database.ts'
import { users } from '#server/access/users/users.tables.ts'
import { scriptFiles } from '#server/scripts/scripts.tables.ts'
import { scriptDownloads } from '#server/scripts/counters.tables.ts'
import { scriptVersions } from '#server/scripts/versions.tables.ts'

import { versionDownloads, worksCounts, worksReports } from './works-reports.tables.ts'

const r = worksReports
const v = scriptVersions
const c = worksCounts
const counts = { works: c.works, problems: c.problems, fails: c.fails }

const isTotal = and(eq(c.build, 0), eq(c.framework, 'all'))
const isUsed = gt(sql`${c.works} + ${c.problems} + ${c.fails}`, 0)

/** A published version of the script; without an id the current one. */
export async function selectListedVersion(db: Db, scriptId: number, id: number | undefined) {
  const [row] = await db
    .select({ id: v.id, number: v.number })
    .from(v)
    .leftJoin(scriptFiles, eq(scriptFiles.scriptId, v.scriptId))
    .where(
      and(
        eq(v.scriptId, scriptId),
        id === undefined ? eq(v.key, scriptFiles.key) : and(eq(v.id, id), isNotNull(v.publishedAt)),
      ),
    )
  return row
}

export async function selectTotals(db: Db, versionId: number) {
  const [row] = await db
    .select(counts)
    .from(c)
    .where(and(eq(c.versionId, versionId), isTotal))
  return row ?? { works: 0, problems: 0, fails: 0 }
}

/** The newest builds. */
export async function selectTable(db: Db, versionId: number) {
  return db
    .select({ framework: c.framework, build: c.build, ...counts })
    .from(c)
    .where(and(eq(c.versionId, versionId), ne(c.framework, 'all'), isUsed))
    .orderBy(desc(c.build), desc(c.framework))
    .limit(worksLimits.rowsMax)
}

/** The newest versions that have reports, without one of them. */
export async function selectOtherVersions(db: Db, scriptId: number, except: number) {
  return db
    .select({ id: v.id, number: v.number, ...counts })
    .from(v)
    .innerJoin(c, and(eq(c.versionId, v.id), isTotal))
    .where(and(eq(v.scriptId, scriptId), ne(v.id, except), isUsed, isNotNull(v.publishedAt)))
    .orderBy(desc(v.id))
    .limit(worksLimits.versionsMax)
}

const answeredByName = sql<string | null>`(select username from ${users} a where a.id = ${r.answeredBy})`

const fromReports = (db: Db) =>
  db
    .select({ report: r, number: v.number, username: users.username, answeredByName })
    .from(r)
    .innerJoin(v, eq(v.id, r.versionId))
    .innerJoin(users, eq(users.id, r.userId))

export type WorksReportRow = Awaited<ReturnType<typeof fromReports>>[number]

/** One page, without reports that a moderator removed. */
export async function selectReports(
  db: Db,
  versionId: number,
  { limit, offset }: Record<'limit' | 'offset', number>,
): Promise<WorksReportRow[]> {
  return fromReports(db)
    .where(and(eq(r.versionId, versionId), isNull(r.removedAt)))
    .orderBy(desc(r.id))
    .limit(limit)
    .offset(offset)
}

export async function selectReport(db: Db, id: number): Promise<WorksReportRow | undefined> {
  const [row] = await fromReports(db).where(eq(r.id, id))
  return row
}

export async function selectReportOfUser(db: Db, versionId: number, userId: number) {
  const [row] = await fromReports(db).where(and(eq(r.versionId, versionId), eq(r.userId, userId)))
  return row
}

export async function selectReportForUpdate(tx: Db, id: number): Promise<WorksReportRow | undefined> {
  await tx.select({ id: r.id }).from(r).where(eq(r.id, id)).for('update')
  return selectReport(tx, id)
}

/** When the user first downloaded the version. Undefined for one who did not. */
export async function selectFirstDownload(
  db: Db,
  userId: number,
  versionId: number,
): Promise<Date | undefined> {
  const d = versionDownloads
  const [first] = await db
    .select({ at: d.firstAt })
    .from(d)
    .where(and(eq(d.userId, userId), eq(d.versionId, versionId)))
  if (first) return first.at
  // A report of an earlier release.
  const [last] = await db
    .select({ at: scriptDownloads.linkedAt })
    .from(scriptDownloads)
    .innerJoin(v, eq(v.scriptId, scriptDownloads.scriptId))
    .where(
      and(eq(v.id, versionId), eq(scriptDownloads.userId, userId), eq(scriptDownloads.versionId, versionId)),
    )
  return last?.at
}

type Ids = { versionId: number; scriptId: number; userId: number }

/** Undefined when a moderator removed the report of this user. */
export async function upsertReport(
  tx: Db,
  ids: Ids,
  { outcome, framework, build, text }: WorksReportDraft,
  now: Date,
): Promise<number | undefined> {
  const values = { outcome, framework, build, text, updatedAt: now }
  const [row] = await tx
    .insert(r)
    .values({ ...ids, ...values, createdAt: now })
    .onConflictDoUpdate({ target: [r.userId, r.versionId], set: values, setWhere: isNull(r.removedAt) })
    .returning({ id: r.id })
  return row?.id
}

export async function deleteReport(tx: Db, id: number): Promise<void> {
  await tx.delete(r).where(eq(r.id, id))
}

export async function updateAnswer(
  tx: Db,
  id: number,
  { text, fixedIn }: WorksAnswerDraft,
  userId: number,
  now: Date,
): Promise<void> {
  await tx.update(r).set({ answer: text, fixedIn, answeredBy: userId, answeredAt: now }).where(eq(r.id, id))
}

/** A published version of the same script with this number that is newer; of several the newest. */
export async function selectLaterVersion(tx: Db, scriptId: number, after: number, number: string) {
  const [row] = await tx
    .select({ id: v.id })
    .from(v)
    .where(
      and(
        eq(v.scriptId, scriptId),
        gt(v.id, after),
        eq(v.number, number),
        isNull(v.withdrawnAt),
        isNotNull(v.publishedAt),
      ),
    )
    .orderBy(desc(v.id))
    .limit(1)
  return row
}
