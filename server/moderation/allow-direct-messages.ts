import { withTransaction } from '#server/accounts/accounts.public.ts'
import type { Case } from '#contract/moderation/case-schemas.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { conflict } from '#platform/errors.ts'
import {
  insertMessage,
  selectHasDirectMessages,
  selectJoinedIds,
  emitEvent,
} from '#server/records/records.public.ts'

import { lockCaseOfStaff } from './lock-case.ts'
import { directMessagesTexts } from './moderation.texts.ts'
import { readCase } from './read-case.ts'

/** Lets the author and the reporters of a case write to each other, or ends that. A repeat changes nothing. */
export async function allowDirectMessages(
  app: App,
  actor: Actor,
  id: number,
  isAllowed: boolean,
): Promise<Case> {
  await withTransaction(app, actor, {}, async (write) => {
    const { db: tx, now } = write
    const { row } = await lockCaseOfStaff(write, id)
    const { kind, userId, openedBy, title, scriptId, versionId } = row
    if (kind !== 'report' || userId === null || openedBy === null)
      throw conflict('Only a report has an author and reporters')
    if ((await selectHasDirectMessages(tx, id)) === isAllowed) return
    for (const audience of isAllowed ? (['author', 'opener'] as const) : (['staff'] as const)) {
      const text = directMessagesTexts[audience]
      await insertMessage(tx, { caseId: id, authorId: null, from: 'system', audience, text, createdAt: now })
      const recipients = {
        author: [userId],
        opener: [openedBy, ...(await selectJoinedIds(tx, id))],
        staff: [],
      }
      for (const recipient of recipients[audience]) {
        const event = { actorId: null, scriptId, versionId, caseId: id, userId: recipient }
        const data = { caseId: id, message: { title, text } }
        await emitEvent(tx, { kind: 'case-message', ...event, data }, now)
      }
    }
  })
  return readCase(app, actor, id)
}
