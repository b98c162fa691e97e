import { conflict } from '#platform/errors.ts'
import { liftBan } from '#server/access/access.public.ts'
import { unblockOfCase } from '#server/moderation/blocklist/change-blocklist.ts'
import {
  restoreScript,
  publishVersion,
  restoreVersionIn,
  selectVersion,
} from '#server/scripts/scripts.public.ts'

import { selectActiveBanOf, selectOpenRemoval } from './appeals.queries.ts'
import { requireScript, requireVersionId, type Decision, type Effect } from './effect.ts'
import { restoreReportedTexts } from './texts/reported-texts.ts'

/** A granted appeal undoes the decision and what it blocked, unless that has happened already. */
export const decideAppeal: Effect = async (decision) => {
  const { db: tx, actor, row, draft, now } = decision
  if (draft.decision !== 'granted') return
  if (row.parentId !== null) await unblockOfCase(tx, actor, row.parentId, now)
  switch (row.reason) {
    case 'ban':
      return await lift(decision)
    case 'removal':
      return await show(decision)
    case 'rejection':
      return await publish(decision)
    case 'hidden-text':
      return await restoreReportedTexts(decision)
    default:
      return await restore(decision)
  }
}

async function lift({ db: tx, actor, row, now }: Decision): Promise<void> {
  const targetId = row.userId ?? 0
  const ban = await selectActiveBanOf(tx, targetId, now)
  if (ban && row.appealed === `ban:${ban.id}`)
    // The decision has an email of its own.
    await liftBan(tx, { actorId: actor.id, targetId }, now, { caseId: row.id }, { isNotified: false })
}

async function show(decision: Decision): Promise<void> {
  const { db: tx, actor, row, now } = decision
  const scriptId = requireScript(decision).id
  const removal = await selectOpenRemoval(tx, { scriptId })
  if (removal && row.appealed === `removal:${removal.id}`)
    await restoreScript(tx, actor, scriptId, now, { isNotified: false })
}

async function publish(decision: Decision): Promise<void> {
  const { db: tx, actor, now } = decision
  const script = requireScript(decision)
  const id = requireVersionId(decision)
  const version = await selectVersion(tx, id)
  if (version?.version.withdrawalKind !== 'rejected') return
  if (!(await publishVersion(tx, actor, script, id, now))) throw conflict('The version has no archive')
}

async function restore(decision: Decision): Promise<void> {
  requireScript(decision)
  const id = requireVersionId(decision)
  const version = await selectVersion(decision.db, id)
  if (version?.version.withdrawnAt) await restoreVersionIn(decision, id, { isNotified: false })
}
