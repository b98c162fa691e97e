import { randomBytes } from 'node:crypto'

import { collectionLimits, type Collection, type CollectionDraft } from '#contract/scripts/collections.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { invalidate, type Db } from '#platform/database/database.ts'
import { conflict, forbidden, invalid, notFound } from '#platform/errors.ts'
import { selectUserForUpdate } from '#server/access/access.public.ts'
import { withTransaction, type Write } from '#server/accounts/accounts.public.ts'
import { recordActivity, ownAct } from '#server/records/records.public.ts'
import { assertLinksAllowed } from '#server/scripts/link-limit.ts'

import {
  deleteCollection,
  insertCollection,
  selectCollectionCount,
  selectCollectionForUpdate,
  selectEditors,
  selectSavedId,
  updateCollection,
} from './collections.queries.ts'
import { mayEditCollection, readCollection } from './read-collections.ts'
import { collectionsTag, collectionTags } from '#server/scripts/script-tags.ts'

const createKey = () => randomBytes(16).toString('base64url')

export async function createCollection(app: App, sender: Actor, draft: CollectionDraft): Promise<Collection> {
  await assertLinksAllowed(app, sender, { title: draft.title, text: draft.text })
  const id = await withTransaction(app, sender, {}, async (write) => {
    await assertRoom(write)
    return insertNew(write, { ...draft, isSaved: false })
  })
  return readCollection(app.db, sender, id)
}

/** The private collection of what a user saves for later. */
export async function findOrCreateSaved(write: Write): Promise<number> {
  const { db: tx, actor } = write
  // The lock makes the count exact, and two first calls one after the other.
  await selectUserForUpdate(tx, actor.id)
  const id = await selectSavedId(tx, actor.id)
  if (id !== undefined) return id
  await assertRoom(write)
  const draft = { title: 'Saved for later', text: '', visibility: 'private' as const }
  return insertNew(write, { ...draft, isSaved: true })
}

async function assertRoom({ db: tx, actor }: Write): Promise<void> {
  await selectUserForUpdate(tx, actor.id)
  if ((await selectCollectionCount(tx, actor.id)) >= collectionLimits.collectionsMax)
    throw conflict(`You can have at most ${collectionLimits.collectionsMax} collections`)
}

async function insertNew(
  { db: tx, actor, now }: Write,
  draft: CollectionDraft & { isSaved: boolean },
): Promise<number> {
  const key = draft.visibility === 'link' ? createKey() : null
  const id = await insertCollection(tx, { ...draft, key, userId: actor.id, createdAt: now, updatedAt: now })
  if (draft.visibility === 'public') invalidate(tx, collectionsTag)
  await recordCollection(tx, actor, id, 'Collection Created')
  return id
}

export async function editCollection(
  app: App,
  sender: Actor,
  id: number,
  draft: CollectionDraft,
): Promise<Collection> {
  await assertLinksAllowed(app, sender, { title: draft.title, text: draft.text })
  await withTransaction(app, sender, {}, async (write) => {
    const { db: tx, actor, now } = write
    const before = await lockCollection(write, id)
    if (draft.visibility !== before.visibility && before.userId !== actor.id)
      throw forbidden('Only the owner of a collection can change who can see it')
    if (before.isSaved && draft.visibility !== 'private')
      throw invalid({ visibility: 'What you save for later is always private' })
    const key = draft.visibility === 'link' ? (before.key ?? createKey()) : null
    await updateCollection(tx, id, { ...draft, key, updatedAt: now })
    invalidateCollection(tx, id)
    await recordCollection(tx, actor, id, 'Collection Updated')
  })
  return readCollection(app.db, sender, id)
}

export async function removeCollection(app: App, sender: Actor, id: number): Promise<void> {
  return withTransaction(app, sender, {}, async (write) => {
    const { db: tx, actor } = write
    assertOwnsCollection(actor, await lockCollection(write, id))
    await deleteCollection(tx, id)
    invalidateCollection(tx, id)
    await recordCollection(tx, actor, id, 'Collection Deleted')
  })
}

/** For its owner or an editor. To everyone else it does not exist. */
export async function lockCollection(write: Write, id: number) {
  const collection = await lockAlsoHidden(write, id)
  if (collection.removedAt !== null)
    throw conflict('A moderator hid this collection, so you can neither change nor delete it')
  return collection
}

/** The lock makes editors join and leave before or after every other write. */
export async function lockAlsoHidden({ db: tx, actor }: Write, id: number) {
  const collection = await selectCollectionForUpdate(tx, id)
  const editorIds = (await selectEditors(tx, id)).map((editor) => editor.id)
  if (!collection || !mayEditCollection(actor, { ...collection, editorIds }))
    throw notFound('Collection not found')
  return { ...collection, editorIds }
}

export function assertOwnsCollection(actor: Actor, { userId }: { userId: number }): void {
  if (userId !== actor.id)
    throw forbidden('Only the owner of a collection can delete it and manage its editors')
}

export function invalidateCollection(tx: Db, id: number): void {
  invalidate(tx, ...collectionTags(id))
}

const verbs = {
  'Collection Created': 'created a collection',
  'Collection Updated': 'changed a collection',
  'Collection Deleted': 'deleted a collection',
  'Script Collected': 'added a script to a collection',
  'Script Uncollected': 'removed a script from a collection',
  'Editor Invited': 'invited an editor to a collection',
  'Editor Invitation Withdrawn': 'withdrew the invitation of an editor',
  'Editor Invitation Declined': 'declined to edit a collection',
  'Editor Joined': 'edits a collection',
  'Editor Left': 'left a collection',
  'Editor Removed': 'removed an editor from a collection',
}

/** Without the title, which can be private. */
export async function recordCollection(
  tx: Db,
  actor: Actor,
  collectionId: number,
  action: keyof typeof verbs,
  details: { scriptId?: number; userId?: number } = {},
): Promise<void> {
  await recordActivity(tx, {
    ...ownAct(actor),
    action,
    description: `${actor.username} ${verbs[action]}`,
    status: 'info',
    metadata: { collectionId, ...details },
  })
}
