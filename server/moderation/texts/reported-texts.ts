import { moderatedTextLimits, type TextKey } from '#contract/moderation/moderated-texts.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, invalid } from '#platform/errors.ts'
import { selectReportedTexts } from '#server/records/records.public.ts'

import type { Decision } from '#server/moderation/effect.ts'

import { actOnText, findText } from './act-on-texts.ts'

/** Those that still exist. */
export async function findReportedTexts(
  tx: Db,
  caseId: number,
): Promise<(TextKey & { isHidden: boolean })[]> {
  const texts = []
  for (const key of await selectReportedTexts(tx, caseId)) {
    const text = await findText(tx, key)
    if (text) texts.push({ ...key, isHidden: text.isHidden })
  }
  return texts
}

/** A report that names a text is about its writer. */
export async function assertWrittenBy(tx: Db, userId: number, keys: readonly TextKey[]): Promise<void> {
  for (const key of keys)
    if ((await findText(tx, key))?.userId !== userId)
      throw invalid({ evidence: 'The reported user has no such text' })
}

/** The response is the reason, which the writer reads. */
export async function hideReportedTexts(decision: Decision): Promise<void> {
  const { app, db: tx, row, draft } = decision
  decision.requirePermission('admin.scripts.moderate')
  if (decision.isInForce) return
  const texts = await findReportedTexts(tx, row.id)
  if (texts.length === 0) throw conflict('No report of this case names a text that still exists')
  const { reasonMin, reasonMax } = moderatedTextLimits
  const reason = draft.response
  if (reason.length < reasonMin || reason.length > reasonMax)
    throw invalid({ response: `The reason must have ${reasonMin} to ${reasonMax} characters` })
  for (const { kind, id, isHidden } of texts)
    if (!isHidden) await actOnText(app, decision, { kind, id }, { action: 'hide', reason })
}

/** For a granted appeal. */
export async function restoreReportedTexts(decision: Decision): Promise<void> {
  const { app, db: tx, row } = decision
  for (const { kind, id, isHidden } of await findReportedTexts(tx, row.parentId ?? 0))
    if (isHidden) await actOnText(app, decision, { kind, id }, { action: 'restore' })
}
