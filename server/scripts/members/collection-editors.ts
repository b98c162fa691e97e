import { editorLimits, type CollectionEditors, memberLimits } from '#contract/scripts/members.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { after, day } from '#platform/clock.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, invalid, notFound } from '#platform/errors.ts'
import { avatarUrl } from '#server/access/access.public.ts'
import { withTransaction } from '#server/accounts/accounts.public.ts'
import { emitEvent } from '#server/records/records.public.ts'
import {
  assertOwnsCollection,
  invalidateCollection,
  lockAlsoHidden,
  lockCollection,
  recordCollection,
} from '#server/scripts/collections/change-collection.ts'
import {
  deleteEditor,
  selectCollection,
  selectEditors,
} from '#server/scripts/collections/collections.queries.ts'
import { mayEditCollection } from '#server/scripts/collections/read-collections.ts'
import { selectNamedUser } from '#server/scripts/authors.queries.ts'
import {
  selectInvitee,
  insertInvitation,
  removeExpiredInvitations,
  selectInvitationsTo,
  selectOpenInvitations,
} from '#server/scripts/invitations.queries.ts'
import { assertMayAsk, invitationTimes } from '#server/scripts/invitations.rules.ts'

import { assertMaySend } from './invitations.ts'

export async function readEditors(db: Db, actor: Actor, id: number, now: Date): Promise<CollectionEditors> {
  const row = await selectCollection(db, id)
  const editors = await selectEditors(db, id)
  const editorIds = editors.map((editor) => editor.id)
  if (!row || !mayEditCollection(actor, { ...row.collection, editorIds }))
    throw notFound('Collection not found')
  const invitations = await selectOpenInvitations(db, { collectionId: id }, now)
  return {
    isOwner: row.collection.userId === actor.id,
    editors: editors.map((editor) => ({
      ...editor,
      avatar: avatarUrl(editor.avatar),
      since: editor.since.toISOString(),
    })),
    invitations: invitations.map((each) => ({ id: each.id, user: each.user, ...invitationTimes(each) })),
  }
}

/** Nothing changes before the user accepts. */
export async function inviteEditor(
  app: App,
  sender: Actor,
  collectionId: number,
  username: string,
): Promise<CollectionEditors> {
  return withTransaction(app, sender, {}, async (write) => {
    const { db: tx, actor, now } = write
    const collection = await lockCollection(write, collectionId)
    assertOwnsCollection(actor, collection)
    if (collection.isSaved) throw conflict('What you save for later is always private')
    await removeExpiredInvitations(tx, now, { collectionId })
    const user = await findInvitee(tx, collection, username, now)
    const open = await selectOpenInvitations(tx, { collectionId }, now)
    if (collection.editorIds.length + open.length >= editorLimits.editorsMax)
      throw conflict(`A collection can have ${editorLimits.editorsMax} editors and open invitations at most`)
    await assertMaySend(tx, actor, now)
    await insertInvitation(tx, {
      collectionId,
      userId: user.id,
      invitedBy: actor.id,
      kind: 'editor',
      createdAt: now,
      expiresAt: after(now, memberLimits.invitationDays * day),
    })
    await recordCollection(tx, actor, collectionId, 'Editor Invited', { userId: user.id })
    const data = { script: collection.title, by: actor.username, role: null, collectionId }
    await emitEvent(tx, { kind: 'invitation-received', actorId: actor.id, userId: user.id, data }, now)
    return readEditors(tx, actor, collectionId, now)
  })
}

type Collection = Awaited<ReturnType<typeof lockCollection>>

async function findInvitee(tx: Db, collection: Collection, username: string, now: Date) {
  const user = await selectInvitee(tx, username, now)
  if (!user) throw invalid({ username: 'There is no user with this name' })
  if (user.isTeam) throw invalid({ username: 'A team cannot edit a collection. Invite its members' })
  if (user.id === collection.userId) throw invalid({ username: 'You own this collection already' })
  if (!user.mayJoin) throw invalid({ username: 'This user cannot be invited' })
  if (collection.editorIds.includes(user.id))
    throw conflict(`${user.username} is already an editor of this collection`)
  assertMayAsk(user, await selectInvitationsTo(tx, { collectionId: collection.id }, user.id, now))
  return user
}

/** Also from a hidden collection: everyone can leave. */
export async function removeEditor(
  app: App,
  sender: Actor,
  { id, userId }: { id: number; userId: number },
): Promise<void> {
  return withTransaction(app, sender, {}, async (write) => {
    const { db: tx, actor, now } = write
    const collection = await lockAlsoHidden(write, id)
    const isSelf = userId === actor.id
    if (!isSelf) assertOwnsCollection(actor, collection)
    if (!collection.editorIds.includes(userId)) throw notFound('Editor not found')
    await deleteEditor(tx, id, userId)
    invalidateCollection(tx, id)
    await recordCollection(tx, actor, id, isSelf ? 'Editor Left' : 'Editor Removed', { userId })
    const { username } = (await selectNamedUser(tx, userId)) ?? { username: '' }
    const change = isSelf ? ('left' as const) : ('removed' as const)
    const event = { script: collection.title, username, by: actor.username, change, role: null }
    const data = { ...event, collectionId: id, isOwn: !isSelf }
    const subject = { actorId: actor.id, userId: isSelf ? collection.userId : userId }
    await emitEvent(tx, { kind: 'members-changed', ...subject, data }, now)
  })
}
