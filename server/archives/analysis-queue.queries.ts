import { and, asc, eq, gt, inArray, sql, type SQL } from 'drizzle-orm'

import type { AnalysisWait } from '#contract/scripts/versions.ts'
import type { AnalysisState } from '#contract/archives/analysis.ts'
import type { Db } from '#platform/database/database.ts'

import { archiveAnalyses } from './archives.tables.ts'

export type ArchiveIdentity = { sha256: string; size: number; extension: string }

/** Those of priority 0 are analysed at once, the others beside them: a long analysis delays none that is quick. */
export type Lane = 'quick' | 'long'

/** Lower ones first. Only `quick` ones are in the lane of that name. */
export const analysisPriority = { quick: 0, long: 1, lostPack: 5, backfill: 10 } as const
const quickPriority = analysisPriority.quick
const longPriority = analysisPriority.long

/** Larger archives are long. A small one whose analysis is not done soon becomes long, too. */
export const quickSizeMax = 1024 ** 2

const a = archiveAnalyses
const isIn = (lane: Lane) =>
  lane === 'quick' ? eq(a.priority, quickPriority) : gt(a.priority, quickPriority)

/** After the turn of the uploader's last archive in the queue, and not before the present turn. */
function nextTurn(requestedBy: SQL, priority: number): SQL<number> {
  return sql`(
    select greatest(coalesce(min(w.turn), 0), coalesce(max(w.turn) filter (where w.requested_by = ${requestedBy}) + 1, 0))
    from ${a} w where w.state in ('waiting', 'running') and w.priority = ${priority})`
}

/**
 * Adds an archive, or finds it. An archive is read again after a failure that may not happen again, and when its pack was
 * deleted with its last upload. The uploaders take turns: the first waiting archive of each is in the present turn, the
 * second one in the turn after it.
 */
export async function upsertAnalysis(
  tx: Db,
  archive: ArchiveIdentity & { requestedBy: number },
  priority: number,
): Promise<{ id: number; state: AnalysisState; priority: number }> {
  const { sha256, size, extension, requestedBy } = archive
  const retries = sql`(${a.state} = 'failed' and ${a.failure} in ('crashed', 'given-up', 'missing')
    or ${a.state} = 'done' and ${a.packKey} is null)`
  const turn = nextTurn(sql`${requestedBy}`, priority)
  const [row] = await tx
    .insert(a)
    .values({ sha256, size, extension, priority, requestedBy, turn })
    .onConflictDoUpdate({
      target: a.sha256,
      set: {
        priority: sql`least(${a.priority}, excluded.priority)`,
        requestedBy,
        turn: sql`case when ${a.state} in ('waiting', 'running') then least(${a.turn}, excluded.turn) else excluded.turn end`,
        attempts: sql`case when ${retries} then 0 else ${a.attempts} end`,
        state: sql`case when ${retries} then 'waiting' else ${a.state} end`,
      },
    })
    .returning({ id: a.id, state: a.state, priority: a.priority })
  if (!row) throw new Error('The analysis has no id')
  return row
}

/** A small archive of the uploader became long and is not done: the next ones may be like it. */
const hasBecomeLong = (requestedBy: SQL) => sql`coalesce(${requestedBy} in (
  select late.requested_by from ${a} late
  where late.state in ('waiting', 'running') and late.priority = ${longPriority} and late.size < ${quickSizeMax}), false)`

/** The next archives of the queue. */
export async function selectWaiting(db: Db, lane: Lane, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: a.id })
    .from(a)
    .where(and(eq(a.state, 'waiting'), isIn(lane)))
    .orderBy(
      ...(lane === 'quick' ? [hasBecomeLong(sql`${a.requestedBy}`)] : []),
      ...[a.priority, a.turn, a.requestedAt, a.id].map((column) => asc(column)),
    )
    .limit(limit)
  return rows.map(({ id }) => id)
}

export async function selectRunning(db: Db): Promise<number[]> {
  const rows = await db.select({ id: a.id }).from(a).where(eq(a.state, 'running')).limit(1000)
  return rows.map((row) => row.id)
}

/** Those that were read last say how long the next ones take, in milliseconds. */
const recentMax = 500
const usualMilliseconds = { quick: 2000, long: 60_000 }

/** How long an archive that waits or is being read may take. Positions beyond `max` are not counted. */
export async function selectWait(db: Db, sha256: string, max: number): Promise<AnalysisWait> {
  const { rows } = await db.execute<{
    ahead: number
    isLong: boolean
    attempts: number
    isWaiting: boolean
    usual: number | null
  }>(sql`
    with own as (
      select priority, turn, requested_at, id, state, attempts, priority > ${quickPriority} as is_long,
        priority = ${quickPriority} and ${hasBecomeLong(sql`requested_by`)} as is_last
      from ${a} where sha256 = ${sha256}),
    recent as (select state, milliseconds, priority > ${quickPriority} as is_long from ${a} order by id desc limit ${recentMax})
    select own.is_long as "isLong", own.attempts, own.state = 'waiting' as "isWaiting", (
        select count(*)::int from (
          select from ${a} w where w.state = 'waiting' and (w.priority > ${quickPriority}) = own.is_long
            and (w.priority, w.turn, w.requested_at, w.id) < (own.priority, own.turn, own.requested_at, own.id)
            and (own.is_long or own.is_last or not ${hasBecomeLong(sql`w.requested_by`)})
          limit ${max}) before) + (
        select count(*)::int from (
          select from ${a} w where own.is_last and w.state = 'waiting' and w.priority = ${quickPriority}
            and (w.priority, w.turn, w.requested_at, w.id) > (own.priority, own.turn, own.requested_at, own.id)
            and not ${hasBecomeLong(sql`w.requested_by`)}
          limit ${max}) first) as ahead,
      (select avg(milliseconds)::int from recent where state = 'done' and recent.is_long = own.is_long) as usual
    from own`)
  const { ahead, isLong, attempts, isWaiting, usual } = rows[0] ?? {
    ahead: 0,
    isLong: false,
    attempts: 0,
    isWaiting: true,
    usual: null,
  }
  const each = usual ?? usualMilliseconds[isLong ? 'long' : 'quick']
  // One more is being read.
  const archives = isWaiting ? ahead + 2 : 1
  return {
    position: isWaiting && ahead < max ? ahead + 1 : null,
    isLong,
    seconds: Math.ceil((archives * each) / 1000),
    isRepeated: attempts > (isWaiting ? 0 : 1),
  }
}

/** `isBrief` when the uploader has an archive that took too long for the quick lane: this one gets less time there. */
export async function updateStarted(db: Db, id: number, now: Date) {
  const [row] = await db
    .update(a)
    .set({ state: 'running', startedAt: now, attempts: sql`${a.attempts} + 1` })
    .where(and(eq(a.id, id), eq(a.state, 'waiting')))
    .returning({
      id: a.id,
      sha256: a.sha256,
      extension: a.extension,
      attempts: a.attempts,
      priority: a.priority,
      packKey: a.packKey,
      isBrief: sql<boolean>`${hasBecomeLong(sql`${a.requestedBy}`)}`,
    })
  return row
}

/**
 * Puts an analysis back into the queue, `isLast` behind those that wait: they may succeed now. With another `priority`, its
 * uploader takes turns with those of that priority. An attempt counts when the archive may be the reason why it ended.
 */
export async function updateRequeued(
  db: Db,
  id: number,
  { counts, isLast, priority }: { counts: boolean; isLast: boolean; priority?: number },
): Promise<void> {
  const lastTurn = sql`(
    select coalesce(max(w.turn) + 1, 0) from ${a} w where w.state = 'waiting' and w.priority = ${a}.priority)`
  const turn = isLast ? lastTurn : sql`${a.turn}`
  await db
    .update(a)
    .set({
      state: 'waiting',
      priority: priority ?? sql`${a.priority}`,
      turn: priority === undefined ? turn : nextTurn(sql`${a}.requested_by`, priority),
      attempts: counts ? sql`${a.attempts}` : sql`greatest(${a.attempts} - 1, 0)`,
    })
    .where(and(eq(a.id, id), eq(a.state, 'running')))
}

/** Analyses whose pack is lost. */
export async function updateToWaiting(db: Db, ids: readonly number[], priority: number): Promise<void> {
  if (ids.length === 0) return
  await db
    .update(a)
    .set({ state: 'waiting', attempts: 0, priority, turn: 0, packKey: null, packSize: null, indexAt: null })
    .where(inArray(a.id, [...ids]))
}

/** Failures of an earlier release may be its faults. */
export async function updateFailedToWaiting(db: Db, analysisHash: string, priority: number): Promise<number> {
  const { rowCount } = await db
    .update(a)
    .set({ state: 'waiting', attempts: 0, priority, turn: 0 })
    .where(and(eq(a.state, 'failed'), sql`split_part(${a.revision}, '.', 1) <> ${analysisHash}`))
  return rowCount ?? 0
}
