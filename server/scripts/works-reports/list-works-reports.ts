import { pagination } from '#contract/platform/fields.ts'
import { frameworks, type Framework } from '#contract/scripts/script-limits.ts'
import type { WorksReports, WorksReport } from '#contract/scripts/works-reports.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import { selectOwnership } from '#server/scripts/script-rows.queries.ts'
import { maySeeScript } from '#server/scripts/scripts.rules.ts'
import {
  selectListedVersion,
  selectOtherVersions,
  selectReports,
  selectTable,
  selectTotals,
  type WorksReportRow,
} from './works-reports.queries.ts'
import type { CacheTag } from '#platform/cache/cache-tags.ts'

type Query = { page: number; limit: number; version?: number | undefined }

export async function listWorksReports(
  db: Db,
  actor: Actor | null,
  scriptId: number,
  { page, limit, version: versionId }: Query,
): Promise<WorksReports> {
  const script = await selectOwnership(db, scriptId)
  if (!script || !maySeeScript(actor, script)) throw notFound('Script not found')
  const version = await selectListedVersion(db, scriptId, versionId)
  if (!version && versionId !== undefined) throw notFound('Version not found')
  if (!version) {
    const counts = { works: 0, problems: 0, fails: 0 }
    const nothing = { table: [], reports: [], otherVersions: [] }
    return { version: null, counts, ...nothing, pagination: pagination(page, limit, 0) }
  }
  const counts = await selectTotals(db, version.id)
  const rows = await selectTable(db, version.id)
  const reports = await selectReports(db, version.id, { limit, offset: (page - 1) * limit })
  return {
    version,
    counts,
    table: rows.map(({ framework, build, ...row }) => ({
      framework: frameworkOf(framework),
      build: build === 0 ? null : build,
      ...row,
    })),
    reports: reports.map(serializeWorksReport),
    pagination: pagination(page, limit, counts.works + counts.problems + counts.fails),
    otherVersions: await selectOtherVersions(db, scriptId, version.id),
  }
}

function frameworkOf(text: string): Framework | null {
  return frameworks.find((framework) => framework === text) ?? null
}

/** On responses with reports of a script. */
export const worksTag = (scriptId: number): CacheTag => `works:${scriptId}`

export function serializeWorksReport({
  report,
  number,
  username,
  answeredByName,
}: WorksReportRow): WorksReport {
  const { id, versionId, userId, outcome, framework, build, text, createdAt, updatedAt } = report
  const { answer, fixedIn, answeredAt } = report
  return {
    id,
    version: { id: versionId, number },
    user: { id: userId, username },
    outcome,
    framework,
    build,
    text,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    answer:
      answer === null || answeredAt === null
        ? null
        : { text: answer, username: answeredByName ?? 'deleted user', fixedIn, at: answeredAt.toISOString() },
  }
}
