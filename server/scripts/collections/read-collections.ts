import { timingSafeEqual } from 'node:crypto'

import { pagination } from '#contract/platform/fields.ts'
import type {
  Collection,
  CollectionQuery,
  CollectionSummary,
  CollectionEntry,
} from '#contract/scripts/collections.ts'
import type { Actor } from '#platform/actor.ts'
import type { CacheTag } from '#platform/cache/cache-tags.ts'
import type { Db } from '#platform/database/database.ts'
import { forbidden, notFound } from '#platform/errors.ts'
import { selectAuthorId } from '#server/scripts/authors.queries.ts'
import { parseDescription } from '#server/scripts/description.rules.ts'
import { cardTag } from '#server/scripts/script-tags.ts'
import { selectSummaries } from '#server/scripts/summaries.queries.ts'

import {
  selectCollection,
  selectCollectionsWith,
  selectEditors,
  selectEntries,
  selectOwnCollections,
  selectPublicCollections,
  selectPublicCount,
  type CollectionRow,
} from './collections.queries.ts'

type AddTags = (...tags: CacheTag[]) => void

/** The images of the list depend on scripts that it does not name. */
export async function listCollections(
  db: Db,
  { page, limit, q = '', author, sort }: CollectionQuery,
  addTags: AddTags,
) {
  const words = q.match(/[\p{L}\p{N}]+/gu) ?? []
  const authorId = author === undefined ? undefined : await selectAuthorId(db, author)
  const filter = { sort, words, authorId }
  const isEmpty = (q !== '' && words.length === 0) || (author !== undefined && authorId === undefined)
  const total = isEmpty ? 0 : await selectPublicCount(db, filter)
  const offset = (page - 1) * limit
  const size = Math.min(limit, total - offset)
  const rows = size > 0 ? await selectPublicCollections(db, filter, { limit: size, offset }) : []
  addTags(...rows.flatMap(({ covers }) => covers.map(({ id }) => cardTag(id))))
  return { collections: rows.map(summaryOf), pagination: pagination(page, limit, total) }
}

export async function listOwnCollections(db: Db, actor: Actor, scriptId: number | undefined) {
  if (!readsCollections(actor)) throw forbidden('This access token is for chosen scripts')
  const rows = await selectOwnCollections(db, actor.id)
  const having =
    scriptId === undefined
      ? undefined
      : await selectCollectionsWith(
          db,
          rows.map(({ collection }) => collection.id),
          scriptId,
        )
  return {
    collections: rows.map((row) => ({
      ...summaryOf(row),
      hasScript: having?.has(row.collection.id) ?? null,
      removal: removalOf(row),
    })),
  }
}

export async function readCollection(
  db: Db,
  actor: Actor | null,
  id: number,
  { key, addTags }: { key?: string | undefined; addTags?: AddTags } = {},
): Promise<Collection> {
  const row = await selectCollection(db, id)
  const editors = (await selectEditors(db, id)).map((editor) => ({
    id: editor.id,
    username: editor.username,
  }))
  const editorIds = editors.map((editor) => editor.id)
  if (!row || !maySeeCollection(actor, { ...row.collection, editorIds }, key))
    throw notFound('Collection not found')
  const entries = (await selectEntries(db, id)).map((entry) => ({ ...entry, state: entryStateOf(entry) }))
  addTags?.(...entries.flatMap(({ scriptId }) => (scriptId === null ? [] : [cardTag(scriptId)])))
  const publicIds = entries.flatMap(({ scriptId, publication }) =>
    scriptId !== null && publication === 'published' ? [scriptId] : [],
  )
  const summaries = new Map((await selectSummaries(db, publicIds)).map((script) => [script.id, script]))
  return {
    ...summaryOf(row),
    text: row.collection.text,
    formattedText: parseDescription(row.collection.text),
    removal: removalOf(row),
    editors,
    entries: entries.map(({ scriptId, versionId, number, state, note, addedAt }) => {
      const script = (scriptId !== null && summaries.get(scriptId)) || null
      const version = script && versionId !== null && number !== null ? { id: versionId, number } : null
      return { state, scriptId, script, version, note, addedAt: addedAt.toISOString() }
    }),
  }
}

function removalOf({ collection: { removedAt, removalReason } }: CollectionRow): string | null {
  return removedAt && (removalReason ?? '')
}

function summaryOf({ collection, username, entryCount, covers }: CollectionRow): CollectionSummary {
  const { id, title, visibility, key, isSaved, followers, userId, createdAt, updatedAt } = collection
  return {
    id,
    title,
    visibility,
    key,
    isSaved,
    owner: { id: userId, username },
    entryCount,
    followers,
    images: covers.map(({ image }) => image),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

type Stored = {
  userId: number
  visibility: string
  key: string | null
  removedAt: Date | null
  editorIds: readonly number[]
}

/** A hidden one is for its owner, its editors and moderators. Collections belong to no script, so a token for chosen scripts reads none. */
function maySeeCollection(actor: Actor | null, collection: Stored, key: string | undefined): boolean {
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

function readsCollections({ token }: Pick<Actor, 'token'>): boolean {
  return token === undefined || token.scripts === 'all'
}

function isSame(sent: string, stored: string): boolean {
  const [a, b] = [Buffer.from(sent), Buffer.from(stored)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** A withdrawn version counts only where it is the fixed one. */
function entryStateOf(entry: {
  scriptId: number | null
  publication: string | null
  withdrawnAt: Date | null
}): CollectionEntry['state'] {
  if (entry.scriptId === null) return 'deleted'
  if (entry.publication !== 'published') return 'hidden'
  return entry.withdrawnAt === null ? 'available' : 'withdrawn'
}
