import { and, asc, gt, isNull, lte, desc, eq, inArray, isNotNull, ne, sql, type SQL, or } from 'drizzle-orm'

import type { CaseKind, CaseReason } from '#contract/moderation/case-schemas.ts'
import type { Db } from '#platform/database/database.ts'
import { bans } from '#server/access/access.tables.ts'
import { users } from '#server/access/users/users.tables.ts'
import { archiveAnalyses, archiveFindings, findingVerdicts } from '#server/archives/archives.tables.ts'
import { cases } from '#server/records/cases/cases.tables.ts'
import { isOpenedBy } from '#server/records/records.public.ts'
import { scripts } from '#server/scripts/scripts.tables.ts'
import { scriptVersions } from '#server/scripts/versions.tables.ts'

type Page = { limit: number; offset: number }

const c = cases

/** Filtered cases are counted up to this. */
const filteredMax = 1000

const decisionsMax = 10

export type WorstFinding = { sha256: string; rule: string; path: string; line: number | null }

export type Listed = {
  /** The kinds with those reasons of each that the user may decide. */
  kinds: readonly CaseKind[]
  reasonsLeftOut: readonly CaseReason[]
  state: 'open' | 'closed'
  claimed: 'none' | { by: number } | undefined
  rule?: string | undefined
  /** The user concerned. */
  userId?: number | undefined
  now: Date
}

/** One page of ids: open cases oldest first, closed ones by their decision, newest first. */
export async function selectListedCases(db: Db, listed: Listed, { limit, offset }: Page): Promise<number[]> {
  const order =
    listed.state === 'open'
      ? [asc(c.createdAt), asc(c.id)]
      : [sql`${c.decidedAt} desc nulls first`, sql`${c.id} desc nulls first`]
  const rows = await db
    .select({ id: c.id })
    .from(c)
    .where(isListed(listed))
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
  return rows.map(({ id }) => id)
}

export function isListed({
  kinds,
  reasonsLeftOut,
  state,
  claimed,
  rule,
  userId,
  now,
}: Listed): SQL | undefined {
  const [kind] = kinds
  const isOfKind = kinds.length === 1 && kind !== undefined ? eq(c.kind, kind) : inArray(c.kind, [...kinds])
  return and(
    isOfKind,
    isNoneOf(reasonsLeftOut),
    state === 'open' ? sql`state = 'open'` : sql`decision is not null`,
    claimed === 'none' ? or(isNull(c.claimedUntil), lte(c.claimedUntil, now)) : undefined,
    typeof claimed === 'object' ? isClaimed(claimed.by, now) : undefined,
    rule === undefined ? undefined : hasFindingOf(rule),
    userId === undefined ? undefined : eq(c.userId, userId),
  )
}

const isNoneOf = (reasons: readonly CaseReason[]) =>
  reasons.length > 0 ? sql`${c.reason} <> all(${sql.param([...reasons])}::text[])` : undefined

const isClaimed = (by: number, now: Date) =>
  and(sql`state = 'open' and claimed_by is not null`, eq(c.claimedBy, by), gt(c.claimedUntil, now))

/** How many open cases of these kinds are claimed, by this user or at all: never more than staff can work on. */
export async function selectClaimedCount(
  db: Db,
  { kinds, reasonsLeftOut, now }: Listed,
  by?: number,
): Promise<number> {
  const isCounted = and(
    sql`state = 'open' and claimed_by is not null`,
    gt(c.claimedUntil, now),
    inArray(c.kind, [...kinds]),
    isNoneOf(reasonsLeftOut),
    by === undefined ? undefined : eq(c.claimedBy, by),
  )
  return db.$count(c, isCounted)
}

/** When the oldest open case of those kinds and reasons was opened. */
export async function selectOldest(
  db: Db,
  { kinds, reasonsLeftOut }: Pick<Listed, 'kinds' | 'reasonsLeftOut'>,
): Promise<Date | null> {
  const { rows } = await db.execute<{ at: string | null }>(sql`
    select min(oldest.created_at) as at from unnest(${sql.param([...kinds])}::text[]) k(kind) cross join lateral (
      select created_at from ${c} where cases.kind = k.kind and state = 'open'
        and reason <> all(${sql.param([...reasonsLeftOut])}::text[])
      order by created_at, id limit 1) oldest`)
  const oldest = rows[0]?.at
  return oldest ? new Date(oldest) : null
}

/** Findings are stored worst first. */
export async function selectWorstFindings(
  db: Db,
  archives: readonly string[],
): Promise<Map<string, WorstFinding>> {
  if (archives.length === 0) return new Map()
  const { rows } = await db.execute<WorstFinding>(sql`
    select a.sha256, f.rule, f.path, f.line from ${archiveAnalyses} a cross join lateral (
      select f.rule, f.path, f.line from ${archiveFindings} f
      left join ${findingVerdicts} v on v.file_sha256 = f.file_sha256 and v.rule = f.rule
      where f.analysis_id = a.id and v.verdict is distinct from 'accepted'
      order by array_position(array['high', 'medium', 'low'], f.severity), f.position limit 1) f
    where a.sha256 = any(${sql.param([...archives])}::text[])`)
  return new Map(rows.map((row) => [row.sha256, row]))
}

/** Those of the versions that are the first of their scripts. */
export async function selectFirstVersions(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const v = scriptVersions
  const rows = await db
    .select({ id: v.id })
    .from(v)
    .where(
      and(
        inArray(v.id, [...ids]),
        sql`not exists (select from ${v} e where e.script_id = ${v.scriptId} and e.id < ${v.id})`,
      ),
    )
  return new Set(rows.map(({ id }) => id))
}

/** The archive of a case has a finding of this rule that no moderator accepted. */
const hasFindingOf = (rule: string) => sql`exists (
  select from ${archiveAnalyses} a join ${archiveFindings} f on f.analysis_id = a.id
  left join ${findingVerdicts} v on v.file_sha256 = f.file_sha256 and v.rule = f.rule
  where a.sha256 = ${c.archiveSha256} and f.rule = ${rule} and v.verdict is distinct from 'accepted')`

export async function selectFilteredCount(db: Db, where: SQL | undefined): Promise<number> {
  const filtered = db.select({ id: c.id }).from(c).where(where).limit(filteredMax).as('filtered')
  return db.$count(filtered)
}

/** The record of the user whom a case concerns. */
export async function selectUserRecord(db: Db, userId: number, caseId: number) {
  const [user] = await db
    .select({
      registeredAt: users.createdAt,
      publishedScripts: users.scriptsUploaded,
      bans: sql<number>`(select count(*)::int from ${bans} b where b.user_id = users.id)`,
    })
    .from(users)
    .where(eq(users.id, userId))
  if (!user) return undefined
  const decisions = await db
    .select({ id: c.id, kind: c.kind, title: c.title, decision: c.decision, at: c.decidedAt })
    .from(c)
    .where(and(eq(c.userId, userId), ne(c.id, caseId), isNotNull(c.decision)))
    .orderBy(desc(c.id))
    .limit(decisionsMax)
  return { ...user, decisions }
}

/** Cases that a user opened or that concern them, newest first. */
export async function selectOwnCases(db: Db, userId: number, { limit, offset }: Page): Promise<number[]> {
  const rows = await db
    .select({ id: c.id })
    .from(c)
    .where(isOf(userId))
    .orderBy(desc(c.id))
    .limit(limit)
    .offset(offset)
  return rows.map(({ id }) => id)
}

export async function selectOwnCaseCount(db: Db, userId: number): Promise<number> {
  return db.$count(c, isOf(userId))
}

const isOf = (userId: number) =>
  or(isOpenedBy(userId), eq(c.userId, userId), isOfMaintainer(userId), isOfTeam(userId))

/** Those for which the user speaks. */
const teamsOf = (userId: number) =>
  sql`select m.team_id from team_members m where m.user_id = ${userId} and m.role <> 'contributor'`

/** As in case-access.ts. */
const isOfMaintainer = (userId: number) => sql`(${c.kind} <> 'takedown' and ${c.scriptId} = any(array(
  select s.id from ${scripts} s where s.user_id = ${userId} or s.user_id in (${teamsOf(userId)})
  union all select m.script_id from script_members m where m.user_id = ${userId} and m.role = 'maintainer')))`

/** A report about a team itself. */
const isOfTeam = (userId: number) => sql`(${c.scriptId} is null and ${c.userId} in (${teamsOf(userId)}))`
