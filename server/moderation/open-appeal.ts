import { withTransaction } from '#server/accounts/accounts.public.ts'
import type { Case, CaseDraft } from '#contract/moderation/case-schemas.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { conflict, invalid } from '#platform/errors.ts'
import { recordActivity, openCase } from '#server/records/records.public.ts'

import { findAppealable } from './find-appealable.ts'
import { readCase } from './read-case.ts'

type AppealDraft = Extract<CaseDraft, { kind: 'appeal' }>

/** Each decision can be appealed once. A banned user can only appeal the ban. */
export async function openAppeal(app: App, sender: Actor, draft: AppealDraft): Promise<Case> {
  const { text, banId, removalId, withdrawnVersionId, parentId } = draft
  const named = [banId, removalId, withdrawnVersionId, parentId].filter((id) => id !== undefined)
  if (named.length !== 1)
    throw invalid({ parentId: 'An appeal names a ban, a hidden script, a withdrawn version or a case' })
  const id = await withTransaction(app, sender, { allowBanned: true }, async (write) => {
    const { db: tx, actor, now } = write
    const appealable = await findAppealable(tx, actor, draft, now)
    const isOfBan = 'appealed' in appealable && appealable.reason === 'ban'
    if (!isOfBan) write.requireNotBanned()
    if (!('appealed' in appealable)) throw appealable
    const appeal = { kind: 'appeal' as const, userId: actor.id, openedBy: actor.id, text }
    const caseId = await openCase(tx, { ...appealable, ...appeal }, now)
    if (caseId === undefined) throw conflict('This decision has already been appealed')
    await recordActivity(tx, {
      type: 'user',
      action: 'Appeal Filed',
      description: `${actor.username} filed appeal #${caseId}`,
      status: 'info',
      userId: actor.id,
      ...(appealable.scriptId === null
        ? { targetId: actor.id, targetType: 'user' }
        : { targetId: appealable.scriptId, targetType: 'script' }),
      metadata: { caseId, reason: appealable.reason },
    })
    return caseId
  })
  return readCase(app, sender, id)
}
