import { pagination } from '#contract/fields.ts'
import type {
  ModeratedScriptDetail,
  ModeratedScriptPage,
  ModeratedScriptQuery,
} from '#contract/moderated-scripts.ts'
import type { Db } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import { findCategory } from '#server/categories/categories.public.ts'
import { queriesOf, typedWords } from '#server/script-search/script-search.public.ts'
import { usernameKey } from '#server/users/users.public.ts'

import { selectModeratedScripts, selectRemovals } from './moderated-scripts.queries.ts'
import {
  selectAuthorId,
  selectIdsByCases,
  selectMatchCount,
  selectOtherCount,
  selectPageIds,
  selectPublishedCount,
} from './script-admin.queries.ts'

export async function listModeratedScripts(
  db: Db,
  query: ModeratedScriptQuery,
): Promise<ModeratedScriptPage> {
  const { page, limit, sort } = query
  const filters = await resolveFilters(db, query)
  if (!filters) return { scripts: [], pagination: pagination(page, limit, 0) }
  const part = { limit, offset: (page - 1) * limit }
  const ids =
    sort === 'reports'
      ? await selectIdsByCases(db, filters, part)
      : await selectPageIds(db, filters, sort, part)
  const total = await countMatches(db, filters)
  return { scripts: await selectModeratedScripts(db, ids), pagination: pagination(page, limit, total) }
}

export async function readModeratedScript(db: Db, id: number): Promise<ModeratedScriptDetail> {
  const [script] = await selectModeratedScripts(db, [id])
  if (!script) throw notFound('Script not found')
  return { ...script, removals: await selectRemovals(db, id) }
}

type Filters = Parameters<typeof selectMatchCount>[1]

/** Undefined when the category or the author does not exist. */
async function resolveFilters(
  db: Db,
  { category: categoryName, author: authorName, q: text, ...query }: ModeratedScriptQuery,
): Promise<Filters | undefined> {
  const category = categoryName ? await findCategory(db, categoryName) : undefined
  const author = authorName ? await selectAuthorId(db, usernameKey(authorName)) : undefined
  if ((categoryName && !category) || (authorName && author === undefined)) return undefined
  const words = typedWords(text ?? '')
  return {
    ...query,
    q: text || undefined,
    nameQuery: words.length > 0 ? queriesOf(words.map((word) => [word])).inName : undefined,
    categoryId: category?.id,
    authorId: author,
    cases: query.cases ?? (query.sort === 'reports' ? 'any' : undefined),
  }
}

/** A list by category and state only is counted from the stored counts. */
async function countMatches(db: Db, filters: Filters): Promise<number> {
  const { state, q, authorId, severity, cases, categoryId } = filters
  const isBounded = [q, authorId, severity, cases].some((filter) => filter !== undefined)
  if (isBounded || (state !== undefined && state !== 'published')) return selectMatchCount(db, filters)
  const shown = await selectPublishedCount(db, categoryId)
  return state === 'published' ? shown : shown + (await selectOtherCount(db, categoryId))
}
