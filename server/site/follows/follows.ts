import { pagination } from '#contract/platform/fields.ts'
import {
  followLimits,
  type FollowFilter,
  type FollowStatus,
  type Follow,
  type FollowKind,
  type FollowPage,
  type SavedSearch,
  type SavedSearchDraft,
} from '#contract/site/follows.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import type { CacheTag } from '#platform/cache/cache-tags.ts'
import { invalidate, type Db } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { selectUserForUpdate } from '#server/access/access.public.ts'
import { withTransaction } from '#server/accounts/accounts.public.ts'
import {
  collectionTags,
  maySeeScript,
  selectFollowable,
  selectOwnership,
  findListedCategory,
} from '#server/scripts/scripts.public.ts'

import {
  deleteFollow,
  selectAuthor,
  selectFollowCount,
  selectFollowersOfPublicScript,
  selectStatus,
  upsertFollow,
  type Target,
  selectFollows,
  deleteSearch,
  insertSearch,
  selectSearchCount,
  selectSearches,
  updateSearch,
} from './follows.queries.ts'

/** On responses with the number of followers. */
export const followersTag = ({ kind, id }: Target): CacheTag => `followers:${kind}:${id}`

/** A collection shows its number of followers. */
const changedTags = (target: Target) => [
  followersTag(target),
  ...(target.kind === 'collection' ? collectionTags(target.id) : []),
]

const ownTexts = {
  script: 'You cannot follow your own script',
  author: 'You cannot follow yourself',
  collection: 'You cannot follow your own collection',
}

const everything: FollowFilter = { news: 'all', framework: null, game: null }

export async function readFollowStatus(
  { db }: Pick<App, 'db'>,
  actor: Actor | null,
  target: Target,
): Promise<FollowStatus> {
  if (!actor && target.kind === 'script') {
    const followers = await selectFollowersOfPublicScript(db, target.id)
    if (followers === undefined) throw notFound('Script not found')
    return { isFollowing: false, followers, filter: null }
  }
  const [status] = await Promise.all([selectStatus(db, target, actor?.id), readOwner(db, actor, target)])
  return status
}

export async function follow(
  app: App,
  sender: Actor,
  target: Target,
  filter: FollowFilter,
): Promise<FollowStatus> {
  return withTransaction(app, sender, {}, async ({ db: tx, actor, now }) => {
    if ((await readOwner(tx, actor, target)) === actor.id) throw conflict(ownTexts[target.kind])
    // The lock makes the count exact.
    await selectUserForUpdate(tx, actor.id)
    const { isFollowing } = await selectStatus(tx, target, actor.id)
    if (!isFollowing && (await selectFollowCount(tx, actor.id)) >= followLimits.followsMax)
      throw conflict(`You can follow at most ${followLimits.followsMax} scripts, authors and collections`)
    // What is added to a collection is not filtered.
    const chosen = target.kind === 'collection' ? everything : filter
    await upsertFollow(tx, actor.id, target, chosen, now)
    if (!isFollowing) invalidate(tx, ...changedTags(target))
    return selectStatus(tx, target, actor.id)
  })
}

/** Also of a script that was hidden meanwhile. */
export async function unfollow(app: App, sender: Actor, target: Target): Promise<FollowStatus> {
  return withTransaction(app, sender, {}, async ({ db: tx, actor }) => {
    await deleteFollow(tx, actor.id, target)
    invalidate(tx, ...changedTags(target))
    return selectStatus(tx, target, actor.id)
  })
}

/** The id of the user whose script or collection it is, or who it is. */
async function readOwner(db: Db, actor: Actor | null, { kind, id }: Target): Promise<number> {
  if (kind === 'author') {
    const author = await selectAuthor(db, id)
    if (!author) throw notFound('User not found')
    return author.id
  }
  if (kind === 'collection') {
    const collection = await selectFollowable(db, id)
    if (!collection) throw notFound('Collection not found')
    return collection.userId
  }
  const script = await selectOwnership(db, id)
  if (!script || !maySeeScript(actor, script)) throw notFound('Script not found')
  return script.userId
}

export async function listFollows(
  db: Db,
  actor: Actor,
  { page, limit, kind }: { page: number; limit: number; kind?: FollowKind | undefined },
): Promise<FollowPage> {
  const { id: userId } = actor
  const total = await selectFollowCount(db, userId, kind)
  const offset = (page - 1) * limit
  const rows = offset < total ? await selectFollows(db, userId, kind, { limit, offset }) : []
  return {
    follows: rows.map((row) => serializeFollow(actor, row)),
    pagination: pagination(page, limit, total),
  }
}

type Row = Awaited<ReturnType<typeof selectFollows>>[number]

/** A script or a collection that the user may not see any more has no name. */
function subjectOf(actor: Actor, row: Row): Pick<Follow, 'kind' | 'id' | 'name' | 'author' | 'isPublic'> {
  const { scriptId, authorId, collectionId } = row
  if (scriptId !== null) {
    const { script } = row
    const isSeen = script !== null && maySeeScript(actor, script)
    return {
      kind: 'script',
      id: scriptId,
      name: isSeen ? script.name : '',
      author: isSeen ? row.scriptAuthor : null,
      isPublic: script?.publication === 'published',
    }
  }
  if (collectionId === null)
    return { kind: 'author', id: authorId ?? 0, name: row.username ?? '', author: null, isPublic: true }
  const isPublic = row.isPublicCollection
  return {
    kind: 'collection',
    id: collectionId,
    name: isPublic ? (row.collection ?? '') : '',
    author: isPublic ? row.collectionOwner : null,
    isPublic,
  }
}

function serializeFollow(actor: Actor, row: Row): Follow {
  const { news, framework, game } = row
  return {
    ...subjectOf(actor, row),
    followers: row.followers ?? 0,
    filter: { news, framework, game },
    at: row.createdAt.toISOString(),
  }
}

/** A category has its present name. */
export async function listSearches(app: App, { id }: Actor): Promise<{ searches: SavedSearch[] }> {
  const searches: SavedSearch[] = []
  for (const row of await selectSearches(app.db, id)) {
    const named = row.category === null ? undefined : await findListedCategory(app, row.category)
    searches.push({ ...serializeSearch(row), category: named?.name ?? row.category })
  }
  return { searches }
}

export async function saveSearch(app: App, sender: Actor, draft: SavedSearchDraft): Promise<SavedSearch> {
  return withTransaction(app, sender, {}, async ({ db: tx, actor, now }) => {
    // The lock makes the count exact.
    await selectUserForUpdate(tx, actor.id)
    if ((await selectSearchCount(tx, actor.id)) >= followLimits.searchesMax)
      throw conflict(`You can save at most ${followLimits.searchesMax} searches`)
    return serializeSearch(await insertSearch(tx, actor.id, valuesOf(draft), now))
  })
}

export async function changeSearch(
  app: App,
  sender: Actor,
  id: number,
  draft: SavedSearchDraft,
): Promise<SavedSearch> {
  return withTransaction(app, sender, {}, async ({ db: tx, actor }) => {
    const row = await updateSearch(tx, actor.id, id, valuesOf(draft))
    if (!row) throw notFound('Saved search not found')
    return serializeSearch(row)
  })
}

function valuesOf({ q, category, tag, ...rest }: SavedSearchDraft): SavedSearchDraft {
  return { ...rest, q: q || null, category: category || null, tag: tag?.toLowerCase() || null }
}

export async function removeSearch(app: App, sender: Actor, id: number): Promise<void> {
  return withTransaction(app, sender, {}, async ({ db: tx, actor }) => {
    if (!(await deleteSearch(tx, actor.id, id))) throw notFound('Saved search not found')
  })
}

function serializeSearch(row: Awaited<ReturnType<typeof selectSearches>>[number]): SavedSearch {
  const { id, name, q, category, tag, framework, game, news, createdAt } = row
  return { id, name, q, category, tag, framework, game, news, at: createdAt.toISOString() }
}
