import { and, asc, eq, inArray, lt, or, sql } from 'drizzle-orm'

import type { Finding, Severity } from '#contract/analysis.ts'
import type { AnalysisState } from '#contract/versions.ts'
import { preparedStatement, type Db } from '#platform/database/database.ts'

import {
  archiveAnalyses,
  archiveFindings,
  findingVerdicts,
  type analysisFailures,
  type CardSummary,
  type Counts,
} from './archives.tables.ts'

export type { CardSummary, Counts }
export type ArchiveIdentity = { sha256: string; size: number; extension: string }
export type AnalysisFailure = (typeof analysisFailures)[number]

/** Adds an archive, or finds it. A failure that may not happen again is tried again. */
export async function upsertAnalysis(
  tx: Db,
  archive: ArchiveIdentity,
  priority: number,
): Promise<{ id: number; state: AnalysisState }> {
  const { sha256, size, extension } = archive
  const current = archiveAnalyses
  const retries = sql`${current.state} = 'failed' and ${current.failure} in ('crashed', 'missing')`
  const [row] = await tx
    .insert(archiveAnalyses)
    .values({ sha256, size, extension, priority })
    .onConflictDoUpdate({
      target: current.sha256,
      set: {
        priority: sql`least(${current.priority}, excluded.priority)`,
        attempts: sql`case when ${retries} then 0 else ${current.attempts} end`,
        state: sql`case when ${retries} then 'waiting' else ${current.state} end`,
      },
    })
    .returning({ id: current.id, state: current.state })
  if (!row) throw new Error('The analysis has no id')
  return row
}

/** Adds archives that have no analysis yet. */
export async function insertAnalyses(
  db: Db,
  archives: readonly ArchiveIdentity[],
  priority: number,
): Promise<void> {
  if (archives.length === 0) return
  await db
    .insert(archiveAnalyses)
    .values(archives.map(({ sha256, size, extension }) => ({ sha256, size, extension, priority })))
    .onConflictDoNothing({ target: archiveAnalyses.sha256 })
}

/** The next archive of the queue. */
export async function selectNextWaiting(db: Db): Promise<number | undefined> {
  const { id, state, priority, requestedAt } = archiveAnalyses
  const [row] = await db
    .select({ id })
    .from(archiveAnalyses)
    .where(eq(state, 'waiting'))
    .orderBy(asc(priority), asc(requestedAt), asc(id))
    .limit(1)
  return row?.id
}

export async function selectRunning(db: Db): Promise<number[]> {
  const { id, state } = archiveAnalyses
  const rows = await db.select({ id }).from(archiveAnalyses).where(eq(state, 'running')).limit(1000)
  return rows.map((row) => row.id)
}

/** The place in the queue, from 1; null beyond `max`. */
export async function selectPosition(db: Db, sha256: string, max: number): Promise<number | null> {
  const a = archiveAnalyses
  const { rows } = await db.execute<{ position: number }>(sql`
    select count(*)::int + 1 as position from (
      select from ${a} w, (select priority, requested_at, id from ${a} where sha256 = ${sha256}) own
      where w.state = 'waiting' and (w.priority, w.requested_at, w.id) < (own.priority, own.requested_at, own.id)
      limit ${max}) ahead`)
  const position = rows[0]?.position ?? 1
  return position > max ? null : position
}

/** Begins an analysis, also one that a killed process began. */
export async function updateStarted(db: Db, id: number, now: Date) {
  const [row] = await db
    .update(archiveAnalyses)
    .set({ state: 'running', startedAt: now, attempts: sql`${archiveAnalyses.attempts} + 1` })
    .where(and(eq(archiveAnalyses.id, id), inArray(archiveAnalyses.state, ['waiting', 'running'])))
    .returning({
      id: archiveAnalyses.id,
      sha256: archiveAnalyses.sha256,
      extension: archiveAnalyses.extension,
      attempts: archiveAnalyses.attempts,
      packKey: archiveAnalyses.packKey,
    })
  return row
}

/** Puts an analysis back into the queue; the attempt does not count. */
export async function updateAbandoned(db: Db, id: number): Promise<void> {
  await db
    .update(archiveAnalyses)
    .set({ state: 'waiting', attempts: sql`greatest(${archiveAnalyses.attempts} - 1, 0)` })
    .where(and(eq(archiveAnalyses.id, id), eq(archiveAnalyses.state, 'running')))
}

/** Analyses whose pack is lost, with the lowest priority. */
export async function updateToWaiting(db: Db, ids: readonly number[], priority: number): Promise<void> {
  if (ids.length === 0) return
  await db
    .update(archiveAnalyses)
    .set({ state: 'waiting', attempts: 0, priority, packKey: null, packSize: null, indexAt: null })
    .where(inArray(archiveAnalyses.id, [...ids]))
}

/** Failures of an earlier release may be its faults. */
export async function updateFailedToWaiting(
  db: Db,
  rulesRevision: string,
  priority: number,
): Promise<number> {
  const { rowCount } = await db
    .update(archiveAnalyses)
    .set({ state: 'waiting', attempts: 0, priority })
    .where(
      and(
        eq(archiveAnalyses.state, 'failed'),
        sql`split_part(${archiveAnalyses.revision}, '.', 1) <> ${rulesRevision}`,
      ),
    )
  return rowCount ?? 0
}

export async function updateFailed(
  tx: Db,
  id: number,
  change: { failure: AnalysisFailure; revision: string; now: Date },
): Promise<void> {
  await tx
    .update(archiveAnalyses)
    .set({ state: 'failed', failure: change.failure, revision: change.revision, finishedAt: change.now })
    .where(eq(archiveAnalyses.id, id))
}

export type AnalysisRow = Pick<
  typeof archiveAnalyses.$inferInsert,
  'contents' | 'resources' | 'resourcesTotal' | 'capabilities' | 'attributes' | 'isWhole'
> & { found: Counts; summary: CardSummary; revision: string; finishedAt: Date }

export type NewPack = { packKey: string; packSize: number; indexAt: number; milliseconds: number }

export async function updateDone(tx: Db, id: number, row: AnalysisRow, pack?: NewPack): Promise<void> {
  await tx
    .update(archiveAnalyses)
    .set({ ...row, ...pack, state: 'done', failure: null, attempts: 0 })
    .where(eq(archiveAnalyses.id, id))
}

export async function replaceFindings(
  tx: Db,
  analysisId: number,
  findings: readonly (Finding & { fileSha256: string })[],
): Promise<void> {
  await tx.delete(archiveFindings).where(eq(archiveFindings.analysisId, analysisId))
  if (findings.length === 0) return
  await tx.insert(archiveFindings).values(
    findings.map(({ fileSha256, ...finding }, position) => ({
      ...finding,
      analysisId,
      position,
      fileSha256: Buffer.from(fileSha256, 'hex'),
    })),
  )
}

/** Computes what depends on verdicts: counts, severity and the rules of severity high. */
export async function updateCounts(tx: Db, ids: readonly number[]): Promise<void> {
  const a = archiveAnalyses
  const accepted = sql`
    select f.analysis_id, f.severity, f.rule, v.verdict = 'accepted' is true as accepted
    from ${archiveFindings} f left join ${findingVerdicts} v on v.file_sha256 = f.file_sha256 and v.rule = f.rule
    where f.analysis_id = any(${sql.param([...ids])}::int[])`
  await tx.execute(sql`
    with checked as materialized (${accepted}), sums as (
      select a.id,
        (a.found->>'high')::int - count(*) filter (where j.accepted and j.severity = 'high') as high,
        (a.found->>'medium')::int - count(*) filter (where j.accepted and j.severity = 'medium') as medium,
        (a.found->>'low')::int - count(*) filter (where j.accepted and j.severity = 'low') as low,
        count(*) filter (where j.accepted) as accepted,
        coalesce(array_agg(distinct j.rule) filter (where j.severity = 'high' and not j.accepted), '{}') as high_rules
      from ${a} a left join checked j on j.analysis_id = a.id
      where a.id = any(${sql.param([...ids])}::int[]) and a.found is not null group by a.id)
    update ${a} set counts = jsonb_build_object('high', s.high, 'medium', s.medium, 'low', s.low),
      accepted = s.accepted, high_rules = s.high_rules,
      severity = case when s.high > 0 then 'high' when s.medium > 0 then 'medium' when s.low > 0 then 'low' else 'none' end
    from sums s where archive_analyses.id = s.id`)
}

/** One batch of scanned archives whose rule set is another one. */
export async function selectOutdated(db: Db, revision: string, limit: number) {
  const a = archiveAnalyses
  return db
    .select({
      id: a.id,
      sha256: a.sha256,
      severity: a.severity,
      packKey: a.packKey,
      packSize: a.packSize,
      indexAt: a.indexAt,
    })
    .from(a)
    .where(and(eq(a.state, 'done'), or(lt(a.revision, revision), sql`${a.revision} > ${revision}`)))
    .orderBy(asc(a.revision), asc(a.id))
    .limit(limit)
}

/** Everything that a report shows of an archive. */
export async function selectAnalysis(db: Db, sha256: string) {
  const query = preparedStatement(db, 'analysis_report', (on) =>
    on
      .select()
      .from(archiveAnalyses)
      .where(eq(archiveAnalyses.sha256, sql.placeholder('sha256'))),
  )
  const [row] = await query.execute({ sha256 })
  return row
}

/** The capabilities, resources and packs of those of the archives that are analysed, by hash. */
export async function selectAnalyses(db: Db, hashes: readonly string[]) {
  const a = archiveAnalyses
  const { id, sha256, capabilities, resources, packKey, packSize, indexAt } = a
  const rows = await db
    .select({ id, sha256, capabilities, resources, packKey, packSize, indexAt })
    .from(a)
    .where(and(inArray(sha256, [...hashes]), eq(a.state, 'done')))
  return new Map(
    rows.map((row) => [
      row.sha256,
      { ...row, capabilities: row.capabilities ?? [], resources: row.resources ?? [] },
    ]),
  )
}

export type AnalysisDetail = NonNullable<Awaited<ReturnType<typeof selectAnalysis>>>

/** The stored findings with their verdicts, worst first, accepted ones last. */
export async function selectFindings(db: Db, analysisId: number) {
  const f = archiveFindings
  const v = findingVerdicts
  const rows = await db
    .select({ finding: f, verdict: v.verdict, note: v.note, at: v.decidedAt })
    .from(f)
    .leftJoin(v, and(eq(v.fileSha256, f.fileSha256), eq(v.rule, f.rule)))
    .where(eq(f.analysisId, analysisId))
    .orderBy(sql`${v.verdict} is not distinct from 'accepted'`, asc(f.position))
  return rows.map(({ finding, verdict, note, at }) => ({
    ...finding,
    fileSha256: finding.fileSha256.toString('hex'),
    verdict: verdict && note !== null && at ? { verdict, note, at: at.toISOString() } : null,
  }))
}

/** The worst severity of each path that counts. */
export async function selectSeverities(db: Db, analysisId: number): Promise<Map<string, Severity>> {
  const { rows } = await db.execute<{ path: string; severity: Severity }>(sql`
    select f.path, (array['high', 'medium', 'low'])[min(array_position(array['high', 'medium', 'low'], f.severity))] as severity
    from ${archiveFindings} f left join ${findingVerdicts} v on v.file_sha256 = f.file_sha256 and v.rule = f.rule
    where f.analysis_id = ${analysisId} and v.verdict is distinct from 'accepted' group by f.path`)
  return new Map(rows.map(({ path, severity }) => [path, severity]))
}

export async function selectHasFinding(
  db: Db,
  sha256: string,
  { rule, path }: { rule: string; path: string },
): Promise<boolean> {
  const f = archiveFindings
  const rows = await db
    .select({ rule: f.rule })
    .from(f)
    .innerJoin(archiveAnalyses, eq(archiveAnalyses.id, f.analysisId))
    .where(and(eq(archiveAnalyses.sha256, sha256), eq(f.rule, rule), eq(f.path, path)))
    .limit(1)
  return rows.length > 0
}
