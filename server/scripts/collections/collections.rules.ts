import { timingSafeEqual } from 'node:crypto'

import type { CollectionEntry } from '#contract/scripts/collections.ts'
import type { Actor } from '#platform/actor.ts'

type Stored = {
  userId: number
  visibility: string
  key: string | null
  removedAt: Date | null
  editorIds: readonly number[]
}

/** A hidden one is for its owner, its editors and moderators. Collections belong to no script, so a token for chosen scripts reads none. */
export function maySeeCollection(actor: Actor | null, collection: Stored, key: string | undefined): boolean {
  if (actor && readsCollections(actor) && mayEditCollection(actor, collection)) return true
  if (collection.removedAt !== null) return actor?.permissions.has('admin.scripts.moderate') ?? false
  if (collection.visibility === 'public') return true
  return key !== undefined && collection.key !== null && isSame(key, collection.key)
}

export function mayEditCollection(
  { id }: Pick<Actor, 'id'>,
  { userId, editorIds }: Pick<Stored, 'userId' | 'editorIds'>,
): boolean {
  return id === userId || editorIds.includes(id)
}

export function readsCollections({ token }: Pick<Actor, 'token'>): boolean {
  return token === undefined || token.scripts === 'all'
}

function isSame(sent: string, stored: string): boolean {
  const [a, b] = [Buffer.from(sent), Buffer.from(stored)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** A withdrawn version counts only where it is the fixed one. */
export function entryStateOf(entry: {
  scriptId: number | null
  publication: string | null
  withdrawnAt: Date | null
}): CollectionEntry['state'] {
  if (entry.scriptId === null) return 'deleted'
  if (entry.publication !== 'published') return 'hidden'
  return entry.withdrawnAt === null ? 'available' : 'withdrawn'
}
