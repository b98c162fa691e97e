import { withTransaction } from '#server/accounts/accounts.public.ts'
import { followLimits, type SavedSearch, type SavedSearchDraft } from '#contract/site/follows.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { selectUserForUpdate } from '#server/access/access.public.ts'
import { findListedCategory } from '#server/scripts/scripts.public.ts'

import {
  deleteSearch,
  insertSearch,
  selectSearchCount,
  selectSearches,
  updateSearch,
} from './follows.queries.ts'

/** A category has its present name. */
export async function listSearches(app: App, { id }: Actor): Promise<{ searches: SavedSearch[] }> {
  const searches: SavedSearch[] = []
  for (const row of await selectSearches(app.db, id)) {
    const named = row.category === null ? undefined : await findListedCategory(app, row.category)
    searches.push({ ...serialize(row), category: named?.name ?? row.category })
  }
  return { searches }
}

export async function saveSearch(app: App, sender: Actor, draft: SavedSearchDraft): Promise<SavedSearch> {
  return withTransaction(app, sender, {}, async ({ db: tx, actor, now }) => {
    // The lock makes the count exact.
    await selectUserForUpdate(tx, actor.id)
    if ((await selectSearchCount(tx, actor.id)) >= followLimits.searchesMax)
      throw conflict(`You can save at most ${followLimits.searchesMax} searches`)
    return serialize(await insertSearch(tx, actor.id, valuesOf(draft), now))
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
    return serialize(row)
  })
}

function valuesOf({ q, category, tag, ...rest }: SavedSearchDraft): SavedSearchDraft {
  return { ...rest, q: q || null, category: category || null, tag: tag?.toLowerCase() || null }
}

export async function removeSearch(app: App, sender: Actor, id: number): Promise<{ success: true }> {
  return withTransaction(app, sender, {}, async ({ db: tx, actor }) => {
    if (!(await deleteSearch(tx, actor.id, id))) throw notFound('Saved search not found')
    return { success: true }
  })
}

function serialize(row: Awaited<ReturnType<typeof selectSearches>>[number]): SavedSearch {
  const { id, name, q, category, tag, framework, game, news, createdAt } = row
  return { id, name, q, category, tag, framework, game, news, at: createdAt.toISOString() }
}
