import type { CacheTag } from '#platform/cache/cache-tags.ts'
import type { WorksReport } from '#contract/scripts/works-reports.ts'

import type { WorksReportRow } from './works-reports.queries.ts'

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
