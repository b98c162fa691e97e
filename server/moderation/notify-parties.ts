import { selectJoinedIds, type StoredCase } from '#server/cases/cases.public.ts'
import { emitEvent } from '#server/events/events.public.ts'

import type { Decision } from './effect.ts'

/** The author of a reviewed version and the uploaders of a takedown have events of their own. */
export async function notifyParties(decision: Decision): Promise<void> {
  const { row, draft, isInForce } = decision
  const { kind, userId, openedBy } = row
  await notifyReporters(decision, row)
  const hasOwnEvent = kind === 'review' || (kind === 'takedown' && draft.decision !== 'denied')
  if (hasOwnEvent || userId === null || userId === openedBy) return
  // The author has an e-mail about the script that was hidden or the version that was withdrawn now.
  const hasOwnMail = !isInForce && ['banned', 'removed', 'withdrawn'].includes(draft.decision)
  await notify(decision, row, { userId, isOpener: false, isMailed: !hasOwnMail })
}

/** The opener, and those who joined the case. */
export async function notifyReporters(decision: Decision, row: StoredCase): Promise<void> {
  const joinedIds = row.reportCount > 1 ? await selectJoinedIds(decision.tx, row.id) : []
  for (const userId of [row.openedBy ?? [], joinedIds].flat())
    await notify(decision, row, { userId, isOpener: true, isMailed: true })
}

async function notify(
  { tx, draft, now }: Decision,
  { id: caseId, kind, title, scriptId, versionId }: StoredCase,
  { userId, isOpener, isMailed }: { userId: number; isOpener: boolean; isMailed: boolean },
): Promise<void> {
  const { decision, response } = draft
  const data = { caseId, decision, ...(isMailed && { mail: { kind, title, isOpener, response } }) }
  const event = { actorId: null, scriptId, versionId, caseId, userId }
  await emitEvent(tx, { kind: 'case-decided', ...event, data }, now)
}
