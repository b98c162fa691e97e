import { and, asc, desc, eq, gt, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'

import type { TextKind } from '#contract/moderation/moderated-texts.ts'
import type { Db } from '#platform/database/database.ts'

import { caseReports, cases } from './cases.tables.ts'
import type { StoredCase } from './cases.queries.ts'

const c = cases
const r = caseReports

/** A script with all its versions, or a user. */
type ReportSubject = { scriptId: number | null; userId: number }
type NewReport = typeof caseReports.$inferInsert
type ReportedText = { kind: TextKind; id: number }
type OfCase = Pick<StoredCase, 'scriptId' | 'userId'>

const reporterLock = 724_410_555
const scriptLock = 724_410_556
const userLock = 724_410_557

/** Until the end of the transaction no other one counts or files reports of this user. */
export async function lockReporter(tx: Db, userId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${reporterLock}, ${userId})`)
}

/** Until the end of the transaction no other one opens a case about the same. */
export async function lockSubject(tx: Db, { scriptId, userId }: ReportSubject): Promise<void> {
  const [lock, id] = scriptId === null ? [userLock, userId] : [scriptLock, scriptId]
  await tx.execute(sql`select pg_advisory_xact_lock(${lock}, ${id})`)
}

const isOpenReport = and(eq(c.kind, 'report'), eq(c.state, 'open'))

const isAbout = ({ scriptId, userId }: OfCase) =>
  scriptId === null ? and(isNull(c.scriptId), eq(c.userId, userId ?? 0)) : eq(c.scriptId, scriptId)

/** The open cases about the same, oldest first. An earlier release opened one for each reporter. */
export async function selectOpenReports(db: Db, subject: OfCase): Promise<StoredCase[]> {
  return db
    .select()
    .from(c)
    .where(and(isOpenReport, isAbout(subject)))
    .orderBy(asc(c.id))
}

/** The other open cases about the same, locked. */
export async function selectSiblingsForUpdate(tx: Db, row: StoredCase): Promise<StoredCase[]> {
  return tx
    .select()
    .from(c)
    .where(and(isOpenReport, isAbout(row), ne(c.id, row.id)))
    .orderBy(asc(c.id))
    .for('update')
}

/** False when the user has reported it in this case. The case is locked. */
export async function insertReport(tx: Db, report: NewReport): Promise<boolean> {
  const { rowCount } = await tx.insert(r).values(report).onConflictDoNothing()
  if (rowCount === 0) return false
  await tx
    .update(c)
    .set({ reportCount: sql`${c.reportCount} + 1`, updatedAt: report.createdAt })
    .where(eq(c.id, report.caseId))
  return true
}

/** Those of the cases that the user joined, as the user reported them. */
export async function withOwnReports(
  db: Db,
  userId: number,
  rows: readonly StoredCase[],
): Promise<StoredCase[]> {
  const joined = rows.filter(({ reportCount, openedBy }) => reportCount > 1 && openedBy !== userId)
  if (joined.length === 0) return [...rows]
  const ids = joined.map(({ id }) => id)
  const own = await db
    .select()
    .from(r)
    .where(and(inArray(r.caseId, ids), eq(r.userId, userId)))
  const byCase = new Map(
    own.map(({ caseId, userId: openedBy, ...report }) => [caseId, { ...report, openedBy }]),
  )
  return rows.map((row) => ({ ...row, ...byCase.get(row.id) }))
}

/** A case that the user opened, or joined with a report. */
export const isOpenedBy = (userId: number): SQL | undefined =>
  or(
    eq(c.openedBy, userId),
    sql`${c.id} = any(array(select ${r.caseId} from ${r} where ${r.userId} = ${userId}))`,
  )

/** All reports of a case, oldest first: its own and those that joined it. */
export async function selectReports(
  db: Db,
  caseId: number,
  { limit, offset }: Record<'limit' | 'offset', number>,
) {
  return unionAll(
    db
      .select({
        userId: sql<number>`${c.openedBy}`.as('user_id'),
        isJoined: sql<boolean>`false`.as('is_joined'),
        versionId: c.versionId,
        reason: c.reason,
        text: c.text,
        evidence: c.evidence,
        createdAt: c.createdAt,
      })
      .from(c)
      .where(eq(c.id, caseId)),
    db
      .select({
        userId: r.userId,
        isJoined: sql<boolean>`true`,
        versionId: r.versionId,
        reason: r.reason,
        text: r.text,
        evidence: r.evidence,
        createdAt: r.createdAt,
      })
      .from(r)
      .where(eq(r.caseId, caseId)),
  )
    .orderBy(sql`is_joined, created_at, user_id`)
    .limit(limit)
    .offset(offset)
}

/** Returns whether a report that joined the case names the version. */
export const selectIsReported = (db: Db, caseId: number, versionId: number) =>
  selectHasJoined(db, caseId, eq(r.versionId, versionId))

/** Returns whether a report that joined the case has this reason. */
export const selectHasReason = (db: Db, caseId: number, reason: NewReport['reason']) =>
  selectHasJoined(db, caseId, eq(r.reason, reason))

async function selectHasJoined(db: Db, caseId: number, condition: SQL): Promise<boolean> {
  const rows = await db
    .select({ userId: r.userId })
    .from(r)
    .where(and(eq(r.caseId, caseId), condition))
    .limit(1)
  return rows.length > 0
}

/** The users who joined a case. */
export async function selectJoinedIds(db: Db, caseId: number): Promise<number[]> {
  const rows = await db
    .select({ userId: r.userId })
    .from(r)
    .where(eq(r.caseId, caseId))
    .orderBy(asc(r.userId))
  return rows.map(({ userId }) => userId)
}

/** When the dismissed reports of a user were dismissed, latest first. */
export async function selectDismissals(db: Db, userId: number, since: Date, limit: number): Promise<Date[]> {
  const rows = await db
    .select({ at: c.decidedAt })
    .from(c)
    .where(and(isOpenedBy(userId), eq(c.kind, 'report'), eq(c.decision, 'dismissed'), gt(c.decidedAt, since)))
    .orderBy(desc(c.decidedAt))
    .limit(limit)
  return rows.flatMap(({ at }) => at ?? [])
}

/** When a user reported since, latest first. */
export async function selectReportTimes(db: Db, userId: number, since: Date, limit: number): Promise<Date[]> {
  const rows = await unionAll(
    db
      .select({ at: c.createdAt })
      .from(c)
      .where(and(eq(c.openedBy, userId), eq(c.kind, 'report'), gt(c.createdAt, since))),
    db
      .select({ at: r.createdAt })
      .from(r)
      .where(and(eq(r.userId, userId), gt(r.createdAt, since))),
  )
    .orderBy(sql`created_at desc`)
    .limit(limit)
  return rows.map(({ at }) => at)
}

/** Reports of one user are counted up to this. */
const countedMax = 1000

/** How many reports these users filed, and how they were decided. */
export async function selectReportCounts(db: Db, userIds: readonly number[]) {
  const { rows } = await db.execute<{
    userId: number
    reports: number
    upheld: number
    dismissed: number
  }>(sql`
    select u.id as "userId", counts.* from unnest(${sql.param([...userIds])}::int[]) u(id) cross join lateral (
      select count(*)::int as reports,
        count(*) filter (where decision <> 'dismissed')::int as upheld,
        count(*) filter (where decision = 'dismissed')::int as dismissed
      from (
        select decision from ${c} where opened_by = u.id and kind = 'report'
        union all
        select cases.decision from ${r} join ${c} on cases.id = case_reports.case_id where case_reports.user_id = u.id
        limit ${countedMax}) reported) counts`)
  return new Map(rows.map(({ userId, ...counts }) => [userId, counts]))
}

/** The texts of members that the reports of a case name, each once. */
export async function selectReportedTexts(db: Db, caseId: number): Promise<ReportedText[]> {
  const { rows } = await db.execute<ReportedText>(sql`
    select distinct e -> 'text' ->> 'kind' as kind, (e -> 'text' ->> 'id')::int as id
    from (
      select evidence from cases where id = ${caseId}
      union all select evidence from case_reports where case_id = ${caseId}
    ) reported cross join jsonb_array_elements(evidence) e
    where e -> 'text' is not null order by kind, id`)
  return rows
}
