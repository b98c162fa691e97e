import { selectActiveBan } from '#server/access/access.public.ts'
import {
  selectJoinedIds,
  type StoredCase,
  emitEvent,
  type AppealOutcome,
} from '#server/records/records.public.ts'
import { selectOwnership, selectVersion } from '#server/scripts/scripts.public.ts'

import type { Decision } from './effect.ts'
import { selectAuthors } from './case-parties.ts'

/** The author of a reviewed version and the uploaders of a takedown have events of their own. */
export async function notifyParties(decision: Decision): Promise<void> {
  const { row, draft, isInForce } = decision
  const { kind, userId, openedBy } = row
  await notifyReporters(decision, row)
  const hasOwnEvent = kind === 'review' || (kind === 'takedown' && draft.decision !== 'denied')
  if (hasOwnEvent || userId === null) return
  // The author has an e-mail about the script that was hidden or the version that was withdrawn now.
  const hasOwnMail = !isInForce && ['banned', 'removed', 'text-hidden', 'withdrawn'].includes(draft.decision)
  for (const authorId of await selectAuthors(decision.db, row))
    if (authorId !== openedBy)
      await notify(decision, row, { userId: authorId, isOpener: false, isMailed: !hasOwnMail })
}

/** The opener, and those who joined the case. */
export async function notifyReporters(decision: Decision, row: StoredCase): Promise<void> {
  const joinedIds = row.reportCount > 1 ? await selectJoinedIds(decision.db, row.id) : []
  for (const userId of [row.openedBy ?? [], joinedIds].flat())
    await notify(decision, row, { userId, isOpener: true, isMailed: true })
}

async function notify(
  decision: Decision,
  row: StoredCase,
  { userId, isOpener, isMailed }: { userId: number; isOpener: boolean; isMailed: boolean },
): Promise<void> {
  const { db: tx, now, draft } = decision
  const { id: caseId, kind, title, scriptId, versionId } = row
  const data = {
    caseId,
    decision: draft.decision,
    appeal: await describeAppeal(decision, row),
    ...(isMailed && { mail: { kind, title, isOpener, response: draft.response } }),
  }
  const event = { actorId: null, scriptId, versionId, caseId, userId }
  await emitEvent(tx, { kind: 'case-decided', ...event, data }, now)
}

async function describeAppeal(decision: Decision, { kind, reason, title }: StoredCase) {
  if (kind !== 'appeal') return undefined
  const isGranted = decision.draft.decision === 'granted'
  const outcome = isGranted ? await readOutcome(decision) : undefined
  return { isGranted, isBan: reason === 'ban', title, outcome }
}

/** Read after the effect: a script can be hidden for another reason, too. */
async function readOutcome({ db: tx, row, now }: Decision): Promise<AppealOutcome | undefined> {
  const { reason, userId, scriptId, versionId } = row
  if (reason === 'ban') return (await selectActiveBan(tx, userId ?? 0, now)) ? undefined : 'ban-lifted'
  const publication = (await selectOwnership(tx, scriptId ?? 0))?.publication
  if (!publication || publication === 'removed') return undefined
  if (reason === 'removal') return publication === 'published' ? 'script-public' : 'script-waiting'
  const version = (await selectVersion(tx, versionId ?? 0))?.version
  if (!version || version.withdrawnAt) return undefined
  return version.publishedAt ? 'version-public' : 'version-waiting'
}
