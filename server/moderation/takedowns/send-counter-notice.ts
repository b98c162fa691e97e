import { withTransaction } from '#server/accounts/accounts.public.ts'
import { cutText } from '#contract/platform/cut-text.ts'
import {
  takedownLimits,
  type CounterNotice,
  type TakedownOfUploader,
} from '#contract/moderation/takedowns.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { after, day } from '#platform/clock.ts'
import { conflict, notFound } from '#platform/errors.ts'
import {
  recordActivity,
  insertMessage,
  reopenCase,
  selectCaseForUpdate,
} from '#server/records/records.public.ts'

import { mailClaimant } from './mail-claimant.ts'
import { readOfUploader, selectOwnTakenDown } from './read-takedown.ts'
import { caseIdOf } from './takedown.rules.ts'
import { insertCounterNotice } from './takedowns.queries.ts'
import { counterNoticeTexts } from './takedowns.texts.ts'

/** Opens the case again: staff restore the scripts or leave them hidden. Nothing is restored by itself. */
export async function sendCounterNotice(
  app: App,
  sender: Actor,
  number: string,
  notice: CounterNotice,
): Promise<TakedownOfUploader> {
  await withTransaction(app, sender, { allowBanned: true }, async ({ db: tx, actor, now }) => {
    const { scripts, canSend } = await readOfUploader(tx, actor, number)
    const caseId = caseIdOf(number)
    const row = await selectCaseForUpdate(tx, caseId)
    if (!row?.claimant) throw notFound('Notice not found')
    const isNew = await insertCounterNotice(tx, { caseId, userId: actor.id, notice, createdAt: now })
    if (!isNew) throw conflict('You have already sent a counter-notice')
    if (!canSend) throw conflict('These scripts are no longer taken down')
    // The first of two counter-notices is due first.
    const restorable = after(now, takedownLimits.counterDays * day)
    const dueAt = row.state === 'open' && row.dueAt ? row.dueAt : restorable
    await reopenCase(tx, row, dueAt, now)
    const text = `Counter-notice of ${notice.name}, signed ${notice.signature}.\n\n${notice.explanation}\n\nContact: ${notice.contact}`
    await insertMessage(tx, {
      caseId,
      authorId: actor.id,
      from: 'author',
      audience: 'staff',
      text: cutText(text, 5_000),
      createdAt: now,
    })
    await recordActivity(tx, {
      type: 'system',
      action: 'Counter-notice Received',
      description: `${actor.username} sent a counter-notice to ${number}`,
      status: 'info',
      userId: actor.id,
      metadata: { caseId, scriptIds: scripts.map(({ id }) => id) },
    })
    const names = (await selectOwnTakenDown(tx, caseId, actor.id)).map(({ name }) => name).join(', ')
    await mailClaimant(tx, app, row.claimant, counterNoticeTexts(number, { ...notice, scripts: names }))
  })
  return readOfUploader(app.db, sender, number)
}
