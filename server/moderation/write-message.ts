import { permissionOfCase } from '#contract/records/case-kinds.ts'
import type { CaseMessageDraft } from '#contract/moderation/case-drafts.ts'
import { caseLimits } from '#contract/moderation/case-schemas.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, forbidden, invalid, notFound } from '#platform/errors.ts'
import { withTransaction } from '#server/accounts/accounts.public.ts'
import {
  insertMessage,
  selectHasDirectMessages,
  selectJoinedIds,
  selectMessageCount,
  type StoredCase,
  emitEvent,
} from '#server/records/records.public.ts'

import { lockCase, renewClaim, lockCaseOfStaff, selectAuthors, withOwnPart } from './case-access.ts'
import { claimHolder, roleIn, type Role } from './moderation.rules.ts'
import { directMessagesTexts } from './moderation.texts.ts'

/** Staff write to one party or among themselves; a party writes to staff, or to the other party where staff allow it. */
export async function writeMessage(
  app: App,
  sender: Actor,
  id: number,
  draft: CaseMessageDraft,
): Promise<void> {
  await withTransaction(app, sender, { allowBanned: true }, async (write) => {
    const { db: tx, actor, now } = write
    const locked = await lockCase(tx, id)
    const [ownView] = locked ? await withOwnPart(tx, actor, [locked.row], now) : []
    const role = ownView && roleIn(actor, ownView)
    if (!locked || !role) throw notFound('Case not found')
    const { row } = locked
    const isStaff = role === 'staff'
    const isOfBan = row.kind === 'appeal' && row.reason === 'ban'
    if (isStaff || !isOfBan) write.requireNotBanned()
    if (isStaff) write.requirePermission(permissionOfCase(row))
    if (row.state === 'closed') throw conflict('This case is closed')
    await assertBelowLimit(tx, actor, id, role)
    const { text, audience = 'staff' } = draft
    const recipientId = (isStaff && draft.reporterId) || null
    if (!isStaff && audience !== 'staff') await assertDirect(tx, row, role, audience)
    const recipients =
      isStaff || audience !== 'staff'
        ? await recipientsOf(tx, row, audience, recipientId)
        : [claimHolder(row, now) ?? []].flat()
    const message = { caseId: id, authorId: actor.id, from: role, audience, recipientId, text }
    await insertMessage(tx, { ...message, createdAt: now })
    if (isStaff && claimHolder(row, now) === actor.id) await renewClaim(write, id)
    for (const userId of recipients) {
      const event = { actorId: null, scriptId: row.scriptId, versionId: row.versionId, caseId: id, userId }
      const { title } = row
      const data = { caseId: id, title, ...(isStaff && { message: { title, text } }) }
      await emitEvent(tx, { kind: 'case-message', ...event, data }, now)
    }
  })
}

async function assertDirect(
  tx: Db,
  { id, kind }: StoredCase,
  role: Role,
  audience: 'author' | 'opener',
): Promise<void> {
  if (audience === role) throw invalid({ audience: 'A message goes to the other party or to our team' })
  if (kind !== 'report' || !(await selectHasDirectMessages(tx, id)))
    throw forbidden('Our team has to allow this first')
}

/** The case is locked, so messages at the same time are counted one by one. */
async function assertBelowLimit(tx: Db, { id: userId }: Actor, caseId: number, role: Role): Promise<void> {
  const { messagesOfParty, messagesOfStaff } = caseLimits
  if (role === 'staff') {
    if ((await selectMessageCount(tx, caseId, { from: role })) >= messagesOfStaff)
      throw conflict(`Staff can write at most ${messagesOfStaff} messages in a case`)
  } else if ((await selectMessageCount(tx, caseId, { from: role, userId })) >= messagesOfParty)
    throw conflict(`You can write at most ${messagesOfParty} messages in a case`)
}

/** The users who are notified. */
async function recipientsOf(
  tx: Db,
  row: StoredCase,
  audience: 'staff' | 'author' | 'opener',
  reporterId: number | null,
): Promise<number[]> {
  const { id, userId, openedBy } = row
  if (reporterId !== null && audience !== 'opener')
    throw invalid({ reporterId: 'Only a message to the opener names a reporter' })
  if (audience === 'staff') return []
  const recipient = audience === 'author' ? userId : openedBy
  if (recipient === null) throw invalid({ audience: `This case has no ${audience} with an account` })
  if (audience === 'author') return selectAuthors(tx, row)
  const reporterIds = [recipient, ...(await selectJoinedIds(tx, id))]
  if (reporterId === null) return reporterIds
  if (!reporterIds.includes(reporterId)) throw invalid({ reporterId: 'This user did not report it' })
  return [reporterId]
}

/** Lets the author and the reporters of a case write to each other, or ends that. A repeat changes nothing. */
export async function allowDirectMessages(
  app: App,
  actor: Actor,
  id: number,
  isAllowed: boolean,
): Promise<void> {
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
        const data = { caseId: id, title, message: { title, text } }
        await emitEvent(tx, { kind: 'case-message', ...event, data }, now)
      }
    }
  })
}
