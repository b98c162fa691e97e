import { and, count, desc, eq, gt, inArray, isNotNull, isNull, ne, sql, type SQL } from 'drizzle-orm'
import { alias, unionAll } from 'drizzle-orm/pg-core'

import type { CaseDecision } from '#contract/moderation/case-schemas.ts'
import type { Db } from '#platform/database/database.ts'
import { usernameKey } from '#server/access/access.public.ts'
import { users } from '#server/access/users/users.tables.ts'
import { archiveAnalyses } from '#server/archives/archives.tables.ts'
import { caseMessages, cases, earlierDecisions, takedownScripts } from '#server/records/cases/cases.tables.ts'
import { heldBy, scriptRemovals } from '#server/scripts/removals.tables.ts'
import { membersColumn } from '#server/scripts/scripts.public.ts'
import { scripts } from '#server/scripts/scripts.tables.ts'
import { scriptVersions } from '#server/scripts/versions.tables.ts'

import { decisionsAgainst } from './moderation.rules.ts'

const c = cases
const concerned = alias(users, 'concerned')
const openers = alias(users, 'openers')
const holders = alias(users, 'holders')

const columns = {
  row: c,
  script: {
    id: scripts.id,
    name: scripts.name,
    userId: scripts.userId,
    publication: scripts.publication,
    members: membersColumn,
  },
  user: { id: concerned.id, username: concerned.username },
  openedBy: openers.username,
  claimedBy: holders.username,
  number: scriptVersions.number,
  severity: archiveAnalyses.severity,
}

/** Cases with the names that lists and pages show. */
function from(db: Db) {
  return db
    .select(columns)
    .from(c)
    .leftJoin(scripts, eq(scripts.id, c.scriptId))
    .leftJoin(concerned, eq(concerned.id, c.userId))
    .leftJoin(openers, eq(openers.id, c.openedBy))
    .leftJoin(holders, eq(holders.id, c.claimedBy))
    .leftJoin(scriptVersions, eq(scriptVersions.id, c.versionId))
    .leftJoin(archiveAnalyses, eq(archiveAnalyses.sha256, c.archiveSha256))
    .$dynamic()
}

export type CaseView = Awaited<ReturnType<typeof selectCaseViews>>[number]

/** In the order of the ids. */
export async function selectCaseViews(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return []
  const rows = await from(db).where(inArray(c.id, [...ids]))
  const byId = new Map(rows.map((view) => [view.row.id, view]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

type Page = { limit: number; offset: number }

export async function selectUserId(db: Db, username: string): Promise<number | undefined> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.usernameKey, usernameKey(username)))
  return row?.id
}

export async function selectVersionNumbers(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: scriptVersions.id, number: scriptVersions.number })
    .from(scriptVersions)
    .where(inArray(scriptVersions.id, [...ids]))
  return new Map(rows.map(({ id, number }) => [id, number]))
}

/** The median minutes from opening to decision of the latest decided reviews. */
export async function selectTypicalMinutes(db: Db): Promise<number | null> {
  const { rows } = await db.execute<{ minutes: number | null }>(sql`
    select round(percentile_cont(0.5) within group (order by extract(epoch from decided_at - created_at)) / 60)::int as minutes
    from (select decided_at, created_at from ${c} where kind = 'review' and decision is not null
      order by decided_at desc nulls first, id desc nulls first limit 50) recent`)
  return rows[0]?.minutes ?? null
}

/** Other cases are counted up to this. */
const othersMax = 1000

/** How many other cases the author of a case has. */
export async function selectOthers(db: Db, { id, userId }: { id: number; userId: number | null }) {
  const countOf = async (where: SQL | undefined) => {
    const counted = db
      .select({ id: c.id })
      .from(c)
      .where(and(where, ne(c.id, id)))
      .limit(othersMax)
      .as('counted')
    return db.$count(counted)
  }
  const against = inArray(c.decision, decisionsAgainst)
  const ofAuthor = eq(c.userId, userId ?? 0)
  return {
    author: await countOf(ofAuthor),
    authorAgainst: await countOf(and(ofAuthor, against)),
  }
}

/** One batch of open reviews in which the last message is one of the staff to the author, from before this time. */
export async function selectInactiveReviews(
  db: Db,
  before: Date,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select c.id from ${c} c cross join lateral (
      select m."from", m.audience, m.created_at from ${caseMessages} m
      where m.case_id = c.id and (m.audience = 'author' or m."from" <> 'staff') order by m.id desc limit 1) m
    where c.state = 'open' and c.kind = 'review' and c.id > ${after}
      and m."from" = 'staff' and m.created_at < ${before.toISOString()}::timestamptz
    order by c.id limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Returns whether what an appeal is about has been appealed. */
export async function selectIsAppealed(db: Db, appealed: string): Promise<boolean> {
  return (await db.$count(c, and(eq(c.appealed, appealed), eq(c.kind, 'appeal')))) > 0
}

/** One page of the public log: the latest decisions. A case that is open again is in it with its earlier ones. */
export async function selectLog(db: Db, decision: CaseDecision | undefined, { limit, offset }: Page) {
  const e = earlierDecisions
  const last = db
    .select({ caseId: c.id, decision: c.decision, note: c.logNote, at: c.decidedAt })
    .from(c)
    .where(and(isNotNull(c.decision), eq(c.state, 'closed'), decision && eq(c.decision, decision)))
    .orderBy(sql`${c.decidedAt} desc nulls first`, sql`${c.id} desc nulls first`)
    .limit(limit + offset)
  const earlier = db
    .select({ caseId: e.caseId, decision: e.decision, note: e.logNote, at: e.decidedAt })
    .from(e)
    .where(decision && eq(e.decision, decision))
    .orderBy(desc(e.decidedAt))
    .limit(limit + offset)
  const decisions = unionAll(last, earlier).as('decisions')
  return db
    .select({
      id: decisions.caseId,
      at: decisions.at,
      kind: c.kind,
      decision: decisions.decision,
      reason: c.reason,
      note: decisions.note,
      scriptId: c.scriptId,
      script: { id: scripts.id, name: scripts.name, publication: scripts.publication },
    })
    .from(decisions)
    .innerJoin(c, eq(c.id, decisions.caseId))
    .leftJoin(scripts, eq(scripts.id, c.scriptId))
    .orderBy(desc(decisions.at), desc(decisions.caseId))
    .limit(limit)
    .offset(offset)
}

export async function selectEarlierCount(db: Db, decision: CaseDecision | undefined): Promise<number> {
  return db.$count(earlierDecisions, decision && eq(earlierDecisions.decision, decision))
}

/** The number of decisions since then, by kind and decision, and the median hours from opening to decision. */
export async function selectDecidedSince(db: Db, since: Date) {
  const where = and(isNotNull(c.decision), gt(c.decidedAt, since))
  const counts = await db
    .select({ kind: c.kind, decision: c.decision, count: count() })
    .from(c)
    .where(where)
    .groupBy(c.kind, c.decision)
  const [median] = await db
    .select({
      hours: sql<number | null>`
        percentile_cont(0.5) within group (order by extract(epoch from ${c.decidedAt} - ${c.createdAt}) / 3600)`,
    })
    .from(c)
    .where(where)
  return { counts, medianHours: median?.hours ?? null }
}

/** The latest removal of a script, if it was not restored. */
export async function selectOpenRemoval(db: Db, target: { id: number } | { scriptId: number }) {
  const r = scriptRemovals
  const [row] = await db
    .select({
      id: r.id,
      removedBy: r.removedBy,
      scriptId: scripts.id,
      name: scripts.name,
      userId: scripts.userId,
      members: membersColumn,
      caseId: r.caseId,
      notice: takedownScripts.caseId,
    })
    .from(r)
    .innerJoin(scripts, eq(scripts.id, r.scriptId))
    .leftJoin(takedownScripts, heldBy)
    .where(and('id' in target ? eq(r.id, target.id) : eq(r.scriptId, target.scriptId), isNull(r.restoredAt)))
    .orderBy(desc(r.id))
    .limit(1)
  return row
}
