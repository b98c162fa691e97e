import { BanRequest, banLimits } from '#contract/access/bans.ts'
import type { CaseDecisionDraft } from '#contract/moderation/case-drafts.ts'
import { moderatedTextLimits } from '#contract/moderation/moderated-texts.ts'
import { removalLimits } from '#contract/scripts/removal-schemas.ts'
import { versionLimits } from '#contract/scripts/version-schemas.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, invalid } from '#platform/errors.ts'
import { parse } from '#platform/parse.ts'
import { banEnd, issueBan, selectActiveBan } from '#server/access/access.public.ts'
import {
  selectHasReason,
  selectIsReported,
  updateCaseVersion,
  type StoredCase,
  emitSanction,
} from '#server/records/records.public.ts'
import {
  removeScript,
  removeScriptsOf,
  selectTeamMemberIds,
  selectVersion,
  withdrawVersionIn,
  type ScriptRow,
} from '#server/scripts/scripts.public.ts'

import { requireScript, requireVersionId, type Decision, type Effect } from './decision.ts'
import { actOnText, findReportedTexts } from './texts/moderated-texts.ts'

/** `dismissed` and `warned` change nothing: the response is for the parties. */
export const decideReport: Effect = async (decision) => {
  switch (decision.draft.decision) {
    case 'withdrawn':
      return await withdraw(decision)
    case 'removed':
      return await remove(decision)
    case 'text-hidden':
      return await hideTexts(decision)
    case 'banned':
      return await ban(decision)
    default:
      return undefined
  }
}

/** Reports of one case can name several versions; the decision is about one of them. */
export async function chooseVersion(
  tx: Db,
  row: StoredCase,
  { decision, versionId }: CaseDecisionDraft,
): Promise<StoredCase> {
  if (versionId === undefined || versionId === row.versionId || row.kind !== 'report') return row
  if (decision !== 'withdrawn') throw invalid({ versionId: 'Only a withdrawal names a version' })
  const isReported = await selectIsReported(tx, row.id, versionId)
  const version = isReported ? await selectVersion(tx, versionId) : undefined
  if (!version) throw invalid({ versionId: 'This version was not reported' })
  const chosen = { versionId, archiveSha256: version.version.sha256 }
  await updateCaseVersion(tx, row.id, chosen)
  return { ...row, ...chosen }
}

type Reported = Pick<Decision, 'db' | 'row' | 'now'> & {
  script: Pick<ScriptRow, 'publication'> | null | undefined
}

const answers = {
  removed: 'This script is already hidden',
  withdrawn: 'This version has already been withdrawn for security',
  'text-hidden': 'What was reported is already hidden',
  banned: 'This user is already banned',
}

/** The decision in force that already answers a report. The report was right then: it is closed with that decision, and counts as upheld. */
export async function findAnswer(reported: Reported): Promise<keyof typeof answers | undefined> {
  const { db: tx, row } = reported
  const isAboutSecurity = row.reason === 'backdoor' || (await selectHasReason(tx, row.id, 'backdoor'))
  const possible = [
    'removed',
    ...(isAboutSecurity ? (['withdrawn'] as const) : []),
    'text-hidden',
    // A ban does not answer a report of a script.
    ...(row.scriptId === null ? (['banned'] as const) : []),
  ] as const
  for (const decision of possible) if (await isInForce(reported, decision)) return decision
  return undefined
}

export async function assertMayDismiss(reported: Reported): Promise<void> {
  const answer = await findAnswer(reported)
  if (answer) throw conflict(`${answers[answer]}, so the report cannot be dismissed`)
}

/** Returns whether the script or the texts are hidden, the version withdrawn for security, or the user banned already. */
export async function isInForce({ db: tx, row, script, now }: Reported, decision: string): Promise<boolean> {
  if (row.kind !== 'report') return false
  switch (decision) {
    case 'removed':
      return script?.publication === 'removed'
    case 'withdrawn':
      return (await selectVersion(tx, row.versionId ?? 0))?.version.withdrawalKind === 'security'
    case 'text-hidden': {
      const texts = await findReportedTexts(tx, row.id)
      return texts.length > 0 && texts.every(({ isHidden }) => isHidden)
    }
    case 'banned':
      return (await selectActiveBan(tx, row.userId ?? 0, now)) !== undefined
    default:
      return false
  }
}

/** The response is the reason that everyone reads. */
async function withdraw(decision: Decision): Promise<void> {
  const { app, row, draft } = decision
  if (decision.isInForce) return
  requireScript(decision)
  const reason = reasonOf(draft, versionLimits)
  await withdrawVersionIn(decision, app, requireVersionId(decision), { kind: 'security', reason }, row.id)
}

function reasonOf(
  { response }: CaseDecisionDraft,
  { reasonMin, reasonMax }: { reasonMin: number; reasonMax: number },
): string {
  if (response.length >= reasonMin && response.length <= reasonMax) return response
  throw invalid({ response: `The reason must have ${reasonMin} to ${reasonMax} characters` })
}

async function remove(decision: Decision): Promise<void> {
  const { db: tx, actor, now } = decision
  if (decision.isInForce) return
  await removeScript(tx, actor, requireScript(decision).id, removalOf(decision), now)
}

/** The response is the reason, which the writer reads. */
async function hideTexts(decision: Decision): Promise<void> {
  const { app, db: tx, row, draft } = decision
  decision.requirePermission('admin.scripts.moderate')
  if (decision.isInForce) return
  const texts = await findReportedTexts(tx, row.id)
  if (texts.length === 0) throw conflict('No report of this case names a text that still exists')
  const reason = reasonOf(draft, moderatedTextLimits)
  for (const { kind, id, isHidden } of texts)
    if (!isHidden) await actOnText(app, decision, { kind, id }, { action: 'hide', reason })
}

/** The response is the reason of the ban. The user gets one message about the ban and the hidden scripts. */
async function ban(decision: Decision): Promise<void> {
  const { db: tx, actor, row, draft, now } = decision
  const { userId } = row
  if (userId === null) throw invalid({ decision: 'This report is about no user' })
  if ((await selectTeamMemberIds(tx, userId)).length > 0)
    throw invalid({ decision: 'A team cannot be banned. Ban its members, or hide it in the list of texts' })
  const isNotified = decision.isInForce
  const issued = isNotified ? undefined : await issue(decision, userId)
  if (!issued) decision.requirePermission('admin.users.ban')
  const removal = draft.hideScripts ? removalOf(decision) : undefined
  const hidden = removal ? await removeScriptsOf(tx, actor, userId, removal, now, { isNotified }) : []
  if (!issued) return
  const scripts = hidden.length
  const hiddenFor = removal && scripts > 0 ? removal.reason : null
  const ids = { actorId: actor.id, targetId: userId }
  await emitSanction(tx, ids, { sanction: 'banned', ...issued, scripts, hiddenFor }, now)
}

async function issue({ db: tx, actor, row, draft, now }: Decision, targetId: number) {
  if (!draft.ban) throw invalid({ ban: 'Please choose how long the ban lasts' })
  const reason = draft.response
  if (reason.length > banLimits.reasonMax)
    throw invalid({ response: `The reason must be at most ${banLimits.reasonMax} characters` })
  const end = banEnd(parse(BanRequest, { ...draft.ban, reason }), now)
  const ids = { actorId: actor.id, targetId }
  await issueBan(tx, ids, { reason, ...end }, now, { caseId: row.id }, { isNotified: false })
  return { reason, until: end.expiresAt }
}

/** The response is the note for the author. */
function removalOf({ row, draft }: Decision) {
  if (!draft.removalReason) throw invalid({ removalReason: 'Please choose a reason' })
  const { noteMax } = removalLimits
  if (draft.response.length > noteMax)
    throw invalid({ response: `The reason must be at most ${noteMax} characters` })
  return { reason: draft.removalReason, note: draft.response, decidedCase: row }
}
