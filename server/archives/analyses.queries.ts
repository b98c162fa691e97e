import { and, asc, eq, inArray, lt, or, sql, gt } from 'drizzle-orm'

import {
  analysisStatusMax,
  type AnalysisStatus,
  type Finding,
  type Severity,
} from '#contract/archives/analysis.ts'
import type { VerdictChange } from '#contract/scripts/versions.ts'
import { preparedStatement, type Db } from '#platform/database/database.ts'

import {
  archiveAnalyses,
  archiveFindings,
  findingVerdicts,
  type analysisFailures,
  type CardSummary,
  type Counts,
} from './archives.tables.ts'

export type { CardSummary }
export type AnalysisFailure = (typeof analysisFailures)[number]

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

type AnalysisRow = Pick<
  typeof archiveAnalyses.$inferInsert,
  'contents' | 'resources' | 'resourcesTotal' | 'capabilities' | 'attributes' | 'isWhole'
> & { found: Counts; summary: CardSummary; revision: string; finishedAt: Date }

export type NewPack = { packKey: string; packSize: number; indexAt: number; milliseconds: number }

export async function updateDone(tx: Db, id: number, row: AnalysisRow & Partial<NewPack>): Promise<void> {
  await tx
    .update(archiveAnalyses)
    .set({ ...row, state: 'done', failure: null, attempts: 0 })
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

/** The columns with which an archive is scanned again. */
export const scannedColumns = {
  id: archiveAnalyses.id,
  sha256: archiveAnalyses.sha256,
  severity: archiveAnalyses.severity,
  packKey: archiveAnalyses.packKey,
  packSize: archiveAnalyses.packSize,
  indexAt: archiveAnalyses.indexAt,
}

/** One batch of scanned archives whose rule set is another one. */
export async function selectOutdated(db: Db, revision: string, limit: number) {
  const a = archiveAnalyses
  return db
    .select(scannedColumns)
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

/** How many archives are in each state, counted up to a limit. */
export async function selectAnalysisStatus(db: Db, revision: string): Promise<AnalysisStatus> {
  const a = archiveAnalyses
  const countOf = (which: ReturnType<typeof sql>) =>
    sql`(select count(*)::int from (select from ${a} where ${which} limit ${analysisStatusMax}) counted)`
  const { rows } = await db.execute<AnalysisStatus>(sql`
    select ${countOf(sql`state = 'waiting'`)} as waiting, ${countOf(sql`state = 'running'`)} as running,
      ${countOf(sql`state = 'failed'`)} as failed,
      ${countOf(sql`state = 'done' and (revision < ${revision} or revision > ${revision})`)} as outdated`)
  return rows[0] ?? { waiting: 0, running: 0, failed: 0, outdated: 0 }
}

/** A rule in a file content; the hash is hex. */
export type FindingKey = { rule: string; fileSha256: string }

const v = findingVerdicts
const isOf = ({ rule, fileSha256 }: FindingKey) =>
  and(eq(v.fileSha256, Buffer.from(fileSha256, 'hex')), eq(v.rule, rule))

/** False when the same verdict with the same note is stored already. */
export async function upsertVerdict(
  tx: Db,
  { rule, fileSha256 }: FindingKey,
  { verdict, note }: VerdictChange,
  by: { decidedBy: number; decidedAt: Date },
): Promise<boolean> {
  const values = { verdict, note, ...by }
  const { rowCount } = await tx
    .insert(v)
    .values({ rule, fileSha256: Buffer.from(fileSha256, 'hex'), ...values })
    .onConflictDoUpdate({
      target: [v.fileSha256, v.rule],
      set: values,
      setWhere: sql`(${v.verdict}, ${v.note}) is distinct from (${verdict}, ${note})`,
    })
  return rowCount === 1
}

/** False when there was none. */
export async function deleteVerdict(tx: Db, key: FindingKey): Promise<boolean> {
  const { rowCount } = await tx.delete(v).where(isOf(key))
  return (rowCount ?? 0) > 0
}

/** One batch of archives with the finding, ordered by id. */
export async function selectArchivesWith(
  db: Db,
  { rule, fileSha256 }: FindingKey,
  { after, limit }: { after: number; limit: number },
) {
  const f = archiveFindings
  return db
    .selectDistinct({ id: f.analysisId, sha256: archiveAnalyses.sha256 })
    .from(f)
    .innerJoin(archiveAnalyses, eq(archiveAnalyses.id, f.analysisId))
    .where(and(eq(f.fileSha256, Buffer.from(fileSha256, 'hex')), eq(f.rule, rule), gt(f.analysisId, after)))
    .orderBy(asc(f.analysisId))
    .limit(limit)
}
