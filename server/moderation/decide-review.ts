import { conflict } from '#platform/errors.ts'
import { emitDecision, publishVersion, rejectVersion, selectVersion } from '#server/scripts/scripts.public.ts'

import { requireScript, requireVersionId, type Effect } from './effect.ts'

/** The version is published, or stays private with the response as the reason. */
export const decideReview: Effect = async (decision) => {
  const { tx, actor, row, draft, now } = decision
  const script = requireScript(decision)
  const versionId = requireVersionId(decision)
  const version = await selectVersion(tx, versionId)
  if (!version) throw conflict('The version was deleted')
  const isPublished = draft.decision === 'published'
  if (!isPublished) await rejectVersion(tx, actor, script, versionId, draft.response, now)
  else if (!(await publishVersion(tx, actor, script, versionId, now)))
    throw conflict('The version has no archive')
  const decided = isPublished ? 'published' : 'rejected'
  await emitDecision(tx, actor, version, { decision: decided, response: draft.response, caseId: row.id }, now)
}
