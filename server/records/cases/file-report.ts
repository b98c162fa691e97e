import type { Db } from '#platform/database/database.ts'

import { selectCaseForUpdate, type NewCase } from './cases.queries.ts'
import { openCase } from './open-case.ts'
import { insertReport, lockSubject, selectOpenReports } from './reports.queries.ts'

type Report = Omit<NewCase, 'kind' | 'createdAt' | 'updatedAt'> & {
  scriptId: number | null
  userId: number
  versionId: number | null
  openedBy: number
  text: string
  evidence: NonNullable<NewCase['evidence']>
}

/**
 * Opens a case, or joins the open one about the same script or user: one decision is for all its reporters. Undefined
 * when the user has reported it already.
 */
export async function fileReport(
  tx: Db,
  report: Report,
  now: Date,
): Promise<{ caseId: number; isFirst: boolean } | undefined> {
  await lockSubject(tx, report)
  const open = await selectOpenReports(tx, report)
  if (open.some(({ openedBy }) => openedBy === report.openedBy)) return undefined
  for (const { id } of open) {
    // It may be decided in the meantime.
    const row = await selectCaseForUpdate(tx, id)
    if (row?.state !== 'open') continue
    const { openedBy: userId, versionId, reason, text, evidence } = report
    const isAdded = await insertReport(tx, {
      caseId: id,
      userId,
      versionId,
      reason,
      text,
      evidence,
      createdAt: now,
    })
    return isAdded ? { caseId: id, isFirst: false } : undefined
  }
  const caseId = await openCase(tx, { ...report, kind: 'report' }, now)
  return caseId === undefined ? undefined : { caseId, isFirst: true }
}
