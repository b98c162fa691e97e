import {
  decisionsOf,
  type Case,
  type CaseDecision,
  type CaseDecisionDraft,
  type CaseKind,
} from '#contract/case-schemas.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { inTransaction } from '#platform/database/database.ts'
import { invalid } from '#platform/errors.ts'
import { recordActivity } from '#server/activities/activities.public.ts'
import { closeCase } from '#server/cases/cases.public.ts'
import { emitEvent } from '#server/events/events.public.ts'
import { decideTakedown } from '#server/takedowns/takedowns.public.ts'

import { applyActions } from './apply-actions.ts'
import { decideAppeal } from './decide-appeal.ts'
import { decideReport } from './decide-report.ts'
import { decideReview } from './decide-review.ts'
import type { Decision, Effect } from './effect.ts'
import { lockCaseOfStaff } from './lock-case.ts'
import { needsResponse } from './moderation.rules.ts'
import { selectUsernames } from './moderation.queries.ts'
import { readCase } from './read-case.ts'

const effects: Record<CaseKind, Effect> = {
  review: decideReview,
  report: decideReport,
  appeal: decideAppeal,
  takedown: ({ tx, app, actor, row, draft, now }) =>
    decideTakedown({ tx, app, actor, row, decision: draft.decision, response: draft.response, now }),
}

/** A decision and its effect are one transaction: the next response shows both. */
export async function decideCase(
  app: App,
  actor: Actor,
  id: number,
  draft: CaseDecisionDraft,
): Promise<Case> {
  const now = app.clock.now()
  await inTransaction(app.db, async (tx) => {
    const { row, script } = await lockCaseOfStaff(tx, app, actor, id)
    // Everything that the decision changes has its time, by which an appeal finds the case.
    const atOnce = { ...app, db: tx, clock: { now: () => now } }
    const decision = { tx, app: atOnce, actor, row, script, draft, now }
    await assertValid(decision)
    await applyActions(decision)
    await effects[row.kind](decision)
    const { decision: decided, response, logNote } = draft
    await closeCase(tx, row, { decision: decided, response, logNote, decidedBy: actor.id }, now)
    await recordDecision(decision)
    await notifyParties(decision)
  })
  return readCase(app, actor, id)
}

async function assertValid({ tx, actor, row, draft }: Decision): Promise<void> {
  const { decision, response, logNote } = draft
  const possible: readonly CaseDecision[] = decisionsOf[row.kind]
  if (!possible.includes(decision)) throw invalid({ decision: 'This case cannot be decided like this' })
  if (needsResponse(decision) && response === '') throw invalid({ response: 'Please explain the decision' })
  if (logNote === '') return
  const names = await selectUsernames(tx, [actor.id, row.userId ?? 0, row.openedBy ?? 0])
  const isNamed = names.some((name) => logNote.toLowerCase().includes(name.toLowerCase()))
  if (isNamed) throw invalid({ logNote: 'The public note must not contain the name of a user' })
}

async function recordDecision({ tx, actor, row, draft }: Decision): Promise<void> {
  const { scriptId, userId } = row
  await recordActivity(tx, {
    type: 'script',
    action: 'Case Decided',
    description: `${actor.username} decided case #${row.id}: ${draft.decision}`,
    status: 'info',
    userId: actor.id,
    ...(scriptId !== null && { targetId: scriptId, targetType: 'script' as const }),
    ...(scriptId === null && userId !== null && { targetId: userId, targetType: 'user' as const }),
    metadata: { caseId: row.id, kind: row.kind, decision: draft.decision, reason: 'moderation' },
  })
}

/** The author of a reviewed version and the uploaders of a takedown have events of their own. */
async function notifyParties({ tx, row, draft, now }: Decision): Promise<void> {
  const { id: caseId, kind, title, scriptId, versionId, userId, openedBy } = row
  const { decision, response } = draft
  const hasOwnEvent = kind === 'review' || (kind === 'takedown' && decision !== 'denied')
  const parties = new Set([...(hasOwnEvent ? [] : [userId]), openedBy])
  for (const party of parties) {
    if (party === null) continue
    const isOpener = party === openedBy
    const mail = { kind, title, isOpener, response }
    // The author has an e-mail about the hidden script or the withdrawn version.
    const hasOwnMail = !isOpener && (decision === 'removed' || decision === 'withdrawn')
    const data = { caseId, decision, ...(!hasOwnMail && { mail }) }
    const event = { actorId: null, scriptId, versionId, caseId, userId: party, data }
    await emitEvent(tx, { kind: 'case-decided', ...event }, now)
  }
}
