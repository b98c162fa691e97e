import type { Case, CaseMessageDraft } from '#contract/case-schemas.ts'
import { permissionOfCase } from '#contract/case-permissions.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { inTransaction } from '#platform/database/database.ts'
import { conflict, invalid, notFound } from '#platform/errors.ts'
import { insertMessage, selectMessages, type StoredCase } from '#server/cases/cases.public.ts'
import { emitEvent } from '#server/events/events.public.ts'
import { requireSession } from '#server/sessions/sessions.public.ts'

import { lockCase, renewClaim } from './lock-case.ts'
import { claimHolder, roleIn } from './moderation.rules.ts'
import { messagesMax, readCase } from './read-case.ts'

/** Staff write to one party or among themselves; a message of a party goes to the staff. */
export async function writeMessage(
  app: App,
  actor: Actor,
  id: number,
  { text, audience: sent }: CaseMessageDraft,
): Promise<Case> {
  const now = app.clock.now()
  await inTransaction(app.db, async (tx) => {
    const locked = await lockCase(tx, id)
    const role = locked && roleIn(actor, locked.row)
    if (!locked || !role) throw notFound('Case not found')
    const { row } = locked
    const isStaff = role === 'staff'
    const permission = isStaff ? permissionOfCase(row) : undefined
    const allowBanned = row.kind === 'appeal' && row.reason === 'ban'
    await requireSession(tx, actor.sessionHash, now, permission, { allowBanned: allowBanned && !isStaff })
    if (row.state === 'closed') throw conflict('This case is closed')
    if ((await selectMessages(tx, id, messagesMax)).length === messagesMax)
      throw conflict('This case has too many messages')
    const audience = isStaff ? (sent ?? 'staff') : 'staff'
    const recipient = isStaff ? recipientOf(row, audience) : claimHolder(row, now)
    await insertMessage(tx, { caseId: id, authorId: actor.id, from: role, audience, text, createdAt: now })
    if (isStaff && claimHolder(row, now) === actor.id) await renewClaim(tx, actor, id, now)
    if (recipient !== null) {
      const event = { actorId: null, scriptId: row.scriptId, versionId: row.versionId, caseId: id }
      const data = { caseId: id, ...(isStaff && { message: { title: row.title, text } }) }
      await emitEvent(tx, { kind: 'case-message', ...event, userId: recipient, data }, now)
    }
  })
  return readCase(app, actor, id)
}

function recipientOf(
  { userId, openedBy }: StoredCase,
  audience: 'staff' | 'author' | 'opener',
): number | null {
  if (audience === 'staff') return null
  const recipient = audience === 'author' ? userId : openedBy
  if (recipient === null) throw invalid({ audience: `This case has no ${audience} with an account` })
  return recipient
}
