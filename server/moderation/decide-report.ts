import { BanRequest, banLimits } from '#contract/bans.ts'
import { removalLimits } from '#contract/removal-schemas.ts'
import { versionLimits } from '#contract/versions.ts'
import { invalid } from '#platform/errors.ts'
import { parse } from '#platform/parse.ts'
import { banEnd, issueBan } from '#server/bans/bans.public.ts'
import { removeScript, removeScriptsOf } from '#server/removals/removals.public.ts'
import { withdrawVersion } from '#server/versions/versions.public.ts'

import { requireScript, requireVersionId, type Decision, type Effect } from './effect.ts'

/** `dismissed` and `warned` change nothing: the response is for the parties. */
export const decideReport: Effect = async (decision) => {
  switch (decision.draft.decision) {
    case 'withdrawn':
      return await withdraw(decision)
    case 'removed':
      return await remove(decision)
    case 'banned':
      return await ban(decision)
    default:
      return undefined
  }
}

/** The response is the reason that everyone reads. */
async function withdraw(decision: Decision): Promise<void> {
  const { app, actor, draft } = decision
  requireScript(decision)
  const { reasonMin, reasonMax } = versionLimits
  const reason = draft.response
  if (reason.length < reasonMin || reason.length > reasonMax)
    throw invalid({ response: `The reason must have ${reasonMin} to ${reasonMax} characters` })
  await withdrawVersion(app, actor, requireVersionId(decision), { kind: 'security', reason })
}

async function remove(decision: Decision): Promise<void> {
  const { tx, actor, now } = decision
  await removeScript(tx, actor, requireScript(decision).id, removalOf(decision), now)
}

/** The response is the reason of the ban. */
async function ban(decision: Decision): Promise<void> {
  const { tx, actor, row, draft, now } = decision
  if (!draft.ban) throw invalid({ ban: 'Please choose how long the ban lasts' })
  if (row.userId === null) throw invalid({ decision: 'This report is about no user' })
  const reason = draft.response
  if (reason.length > banLimits.reasonMax)
    throw invalid({ response: `The reason must be at most ${banLimits.reasonMax} characters` })
  const end = banEnd(parse(BanRequest, { ...draft.ban, reason }), now)
  const ids = { actorId: actor.id, targetId: row.userId }
  await issueBan(tx, ids, { reason, ...end }, now, { caseId: row.id })
  if (draft.hideScripts) await removeScriptsOf(tx, actor, row.userId, removalOf(decision), now)
}

/** The response is the note for the author. */
function removalOf({ draft }: Decision) {
  if (!draft.removalReason) throw invalid({ removalReason: 'Please choose a reason' })
  const { noteMax } = removalLimits
  if (draft.response.length > noteMax)
    throw invalid({ response: `The reason must be at most ${noteMax} characters` })
  return { reason: draft.removalReason, note: draft.response }
}
