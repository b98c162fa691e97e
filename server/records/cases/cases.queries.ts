import { and, asc, desc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'

import type { CaseDecision, CaseKind, CaseReason } from '#contract/records/case-kinds.ts'
import type { Db } from '#platform/database/database.ts'

import { caseCounts, caseMessages, cases, earlierDecisions } from './cases.tables.ts'

const c = cases

export type StoredCase = typeof cases.$inferSelect
export type NewCase = Omit<
  typeof cases.$inferInsert,
  'id' | 'state' | 'decision' | 'response' | 'logNote' | 'decidedBy' | 'decidedAt'
>
type Outcome = (typeof caseCounts.$inferInsert)['outcome']

/** Undefined when the same case is open already. */
export async function insertCase(tx: Db, row: NewCase): Promise<number | undefined> {
  const [added] = await tx.insert(c).values(row).onConflictDoNothing().returning({ id: c.id })
  if (!added) return undefined
  await addToCount(tx, row, 'open', 1)
  return added.id
}

export type Closing = {
  decision: CaseDecision | null
  decidedBy: number | null
  response: string
  logNote: string
}

export async function updateCaseClosed(
  tx: Db,
  row: StoredCase,
  { decision, decidedBy, response, logNote }: Closing,
  now: Date,
): Promise<void> {
  await tx
    .update(c)
    .set({
      state: 'closed',
      decision,
      response,
      logNote,
      decidedBy,
      decidedAt: now,
      updatedAt: now,
      claimedBy: null,
      claimedUntil: null,
    })
    .where(eq(c.id, row.id))
  await addToCount(tx, row, 'open', -1)
  await addToCount(tx, row, decision ?? 'ended', 1)
}

/** The decision stays until the next one, and in the log for good. */
export async function updateCaseReopened(tx: Db, row: StoredCase, dueAt: Date, now: Date): Promise<void> {
  await tx.update(c).set({ state: 'open', dueAt, updatedAt: now }).where(eq(c.id, row.id))
  if (row.state === 'open') return
  const { id: caseId, decision, logNote, decidedAt } = row
  if (decision && decidedAt)
    await tx.insert(earlierDecisions).values({ caseId, decision, logNote, decidedAt })
  await addToCount(tx, row, 'open', 1)
  await addToCount(tx, row, row.decision ?? 'ended', -1)
}

/** The last of the same decisions that were made before the case was opened again. */
export async function selectLastDecision(
  db: Db,
  caseId: number,
  decision: CaseDecision,
): Promise<Date | null> {
  const e = earlierDecisions
  const [row] = await db
    .select({ decidedAt: e.decidedAt })
    .from(e)
    .where(and(eq(e.caseId, caseId), eq(e.decision, decision)))
    .orderBy(desc(e.decidedAt))
    .limit(1)
  return row?.decidedAt ?? null
}

async function addToCount(
  tx: Db,
  { kind, reason }: { kind: CaseKind; reason: CaseReason },
  outcome: Outcome,
  by: 1 | -1,
): Promise<void> {
  await tx
    .insert(caseCounts)
    .values({ kind, reason, outcome, count: by })
    .onConflictDoUpdate({
      target: [caseCounts.kind, caseCounts.reason, caseCounts.outcome],
      set: { count: sql`${caseCounts.count} + ${by}` },
    })
}

/** All counts: one row for each kind, reason and outcome that exists. */
export async function selectCaseCounts(db: Db) {
  return db.select().from(caseCounts)
}

export async function selectCase(db: Db, id: number): Promise<StoredCase | undefined> {
  const [row] = await db.select().from(c).where(eq(c.id, id))
  return row
}

/** Locks the case, so that of two decisions the second one is rejected. */
export async function selectCaseForUpdate(tx: Db, id: number): Promise<StoredCase | undefined> {
  const [row] = await tx.select().from(c).where(eq(c.id, id)).for('update')
  return row
}

const isOpenReview = and(eq(c.kind, 'review'), eq(c.state, 'open'))

export async function selectOpenReviewForUpdate(tx: Db, versionId: number): Promise<StoredCase | undefined> {
  const [row] = await tx
    .select()
    .from(c)
    .where(and(eq(c.versionId, versionId), isOpenReview))
    .for('update')
  return row
}

export async function selectOpenReviewsOf(tx: Db, scriptId: number): Promise<StoredCase[]> {
  return tx
    .select()
    .from(c)
    .where(and(eq(c.scriptId, scriptId), isOpenReview))
    .orderBy(asc(c.id))
    .for('update')
}

/** When a moderator last published this version after a review. */
export async function selectLastApproval(db: Db, versionId: number): Promise<Date | undefined> {
  const [row] = await db
    .select({ at: c.decidedAt })
    .from(c)
    .where(and(eq(c.versionId, versionId), eq(c.kind, 'review'), eq(c.decision, 'published')))
    .orderBy(desc(c.id))
    .limit(1)
  return row?.at ?? undefined
}

/** The decisions that hid texts of a user at this time. */
export async function selectTextHidings(db: Db, userId: number, at: Date): Promise<{ id: number }[]> {
  return db
    .select({ id: c.id })
    .from(c)
    .where(and(eq(c.userId, userId), eq(c.decision, 'text-hidden'), eq(c.decidedAt, at)))
}

/** The last review of a version that is over. */
export async function selectLastReview(db: Db, versionId: number): Promise<StoredCase | undefined> {
  const [row] = await db
    .select()
    .from(c)
    .where(and(eq(c.versionId, versionId), eq(c.kind, 'review'), eq(c.state, 'closed')))
    .orderBy(desc(c.id))
    .limit(1)
  return row
}

/** How many open reviews are before this one, and it; counted up to a limit. */
export async function selectQueuePosition(
  db: Db,
  { kind, createdAt, id }: Pick<StoredCase, 'kind' | 'createdAt' | 'id'>,
  max: number,
): Promise<number> {
  const before = db
    .select({ id: c.id })
    .from(c)
    .where(
      and(
        eq(c.kind, kind),
        eq(c.state, 'open'),
        or(lt(c.createdAt, createdAt), and(eq(c.createdAt, createdAt), lt(c.id, id))),
      ),
    )
    .limit(max)
    .as('before')
  return (await db.$count(before)) + 1
}

export async function updateClaim(
  tx: Db,
  id: number,
  claim: { claimedBy: number; claimedUntil: Date } | null,
): Promise<void> {
  await tx
    .update(c)
    .set(claim ?? { claimedBy: null, claimedUntil: null })
    .where(eq(c.id, id))
}

export async function insertMessage(
  tx: Db,
  message: Omit<typeof caseMessages.$inferInsert, 'id'>,
): Promise<void> {
  await tx.insert(caseMessages).values(message)
  await tx.update(c).set({ updatedAt: message.createdAt }).where(eq(c.id, message.caseId))
}

/** A party with the parts that it takes: the user of an appeal is both author and opener. */
type Party = { userId: number; parts: readonly ('author' | 'opener')[] }

/** The latest messages, or those before another one, oldest first: all for staff, those to a party and its own for the party. */
export async function selectMessages(
  db: Db,
  caseId: number,
  reader: 'staff' | Party,
  { before, limit }: { before?: number | undefined; limit: number },
) {
  const m = caseMessages
  const isToReader = ({ userId, parts }: Party) =>
    or(
      and(inArray(m.audience, [...parts]), or(isNull(m.recipientId), eq(m.recipientId, userId))),
      and(inArray(m.from, [...parts]), eq(m.authorId, userId)),
    )
  const rows = await db
    .select()
    .from(m)
    .where(
      and(
        eq(m.caseId, caseId),
        before === undefined ? undefined : lt(m.id, before),
        reader === 'staff' ? undefined : isToReader(reader),
      ),
    )
    .orderBy(desc(m.id))
    .limit(limit)
  return rows.toReversed()
}

/**
 * Returns whether staff let author and reporters write to each other. The latest system message of a report says so: it is for a
 * party while they may, and for staff when that has ended.
 */
export async function selectHasDirectMessages(db: Db, caseId: number): Promise<boolean> {
  const m = caseMessages
  const [row] = await db
    .select({ audience: m.audience })
    .from(m)
    .where(and(eq(m.caseId, caseId), eq(m.from, 'system')))
    .orderBy(desc(m.id))
    .limit(1)
  return row !== undefined && row.audience !== 'staff'
}

/** How many messages a party, or all staff, wrote in a case. */
export async function selectMessageCount(
  db: Db,
  caseId: number,
  sender: { from: 'staff' } | { from: 'author' | 'opener'; userId: number },
): Promise<number> {
  const m = caseMessages
  return db.$count(
    m,
    and(
      eq(m.caseId, caseId),
      eq(m.from, sender.from),
      'userId' in sender ? eq(m.authorId, sender.userId) : undefined,
    ),
  )
}

/** Before the case is decided: the version that the decision is about. */
export async function updateCaseVersion(
  tx: Db,
  id: number,
  version: { versionId: number; archiveSha256: string },
): Promise<void> {
  await tx.update(c).set(version).where(eq(c.id, id))
}
