import { notFound } from '#platform/errors.ts'
import type { Write } from '#server/accounts/accounts.public.ts'
import { emitEvent } from '#server/records/records.public.ts'
import {
  assertOwner,
  invalidateCollection,
  lockAlsoHidden,
  recordCollection,
} from '#server/scripts/collections/change-collection.ts'
import { insertEditor, selectCollectionForUpdate } from '#server/scripts/collections/collections.queries.ts'
import { requireOpen } from '#server/scripts/invitations.rules.ts'

import { selectInvitation, updateAnswer } from './members.queries.ts'

const actions = {
  accepted: 'Editor Joined',
  declined: 'Editor Invitation Declined',
  withdrawn: 'Editor Invitation Withdrawn',
} as const

/** False for an invitation that is not to a collection. */
export async function answersEditor(
  write: Write,
  id: number,
  answer: keyof typeof actions,
): Promise<boolean> {
  const { db: tx, actor, now } = write
  const invitation = await selectInvitation(tx, id)
  if (!invitation || invitation.collectionId === null) return false
  const { userId, collectionId, invitedBy } = invitation
  const lock = answer === 'withdrawn' ? lockAsOwner : lockAsInvited
  const { title, userId: ownerId } = await lock(write, { userId, collectionId })
  requireOpen(await selectInvitation(tx, id), now)
  await updateAnswer(tx, id, answer)
  await recordCollection(tx, actor, collectionId, actions[answer], { userId })
  const data = { script: title, username: actor.username, role: null, collectionId }
  const subject = { actorId: actor.id, scriptId: null, versionId: null }
  if (answer === 'declined' && invitedBy !== null)
    await emitEvent(tx, { kind: 'invitation-declined', ...subject, userId: invitedBy, data }, now)
  if (answer !== 'accepted') return true
  await insertEditor(tx, { collectionId, userId, since: now })
  invalidateCollection(tx, collectionId)
  const change = { ...data, by: actor.username, change: 'joined' as const }
  await emitEvent(tx, { kind: 'members-changed', ...subject, userId: ownerId, data: change }, now)
  return true
}

type Invited = { userId: number; collectionId: number }

/** The collection may be private. For everyone else the invitation does not exist. */
async function lockAsInvited({ db: tx, actor }: Write, { userId, collectionId }: Invited) {
  const collection = actor.id === userId ? await selectCollectionForUpdate(tx, collectionId) : undefined
  if (!collection) throw notFound('Invitation not found')
  return collection
}

async function lockAsOwner(write: Write, { collectionId }: Invited) {
  const collection = await lockAlsoHidden(write, collectionId)
  assertOwner(write.actor, collection)
  return collection
}
