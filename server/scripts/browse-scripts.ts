import { pagination } from '#contract/fields.ts'
import { scriptStatuses } from '#contract/script-fields.ts'
import type { ScriptList, ScriptQuery } from '#contract/scripts.ts'
import type { Db } from '#platform/database.ts'
import type { Hub } from '#platform/hub.ts'
import { keepUntilChanged } from '#platform/keep-until-changed.ts'
import { listCategories } from '#server/categories/categories.public.ts'
import { usernameKey } from '#server/users/users.public.ts'

import { facetsOf, type Chosen, type Count } from './facets.rules.ts'
import { idsOfPart } from './list-order.ts'
import { putWordsRight } from './put-words-right.ts'
import {
  selectAuthorId,
  selectCounts,
  selectNarrowedCounts,
  selectNarrowedIds,
  type ListPart,
  type Narrowing,
} from './scripts.queries.ts'
import { selectHasMatch, selectMatchingPage } from './search.queries.ts'
import { queriesOf, typedWords } from './search-text.rules.ts'
import { selectSummaries } from './summaries.queries.ts'

/** A list narrowed by tag or author is counted by looking at its scripts, and at no more than these. */
const countedMax = 10_000

type Categories = Awaited<ReturnType<typeof listCategories>>

const keptCounts = keepUntilChanged(['scripts', 'categories'], ({ db }) => selectCounts(db))

/** A page of the published scripts, filtered and sorted, with what each category and status would show. */
export async function browseScripts(hub: Hub, query: ScriptQuery): Promise<ScriptList> {
  const { db } = hub
  const categories = await listCategories(hub)
  const chosen = choiceOf(query, categories)
  const userId = query.author === undefined ? undefined : await selectAuthorId(db, usernameKey(query.author))
  if (query.author !== undefined && userId === undefined) return listOf([], query, categories, chosen, [])
  const narrowing = { tag: query.tag, userId }
  if (query.q !== undefined) return browseMatches(db, query, categories, chosen, narrowing)

  const isWhole = query.tag === undefined && userId === undefined
  const counts = isWhole ? await keptCounts(hub) : await selectNarrowedCounts(db, narrowing, countedMax)
  const { total } = facetsOf(counts, categories, chosen)
  const part = partOf(query, total, isWhole)
  const ids = part ? await idsOf(hub, part, chosen, isWhole ? undefined : narrowing) : []
  return listOf(await selectSummaries(db, ids), query, categories, chosen, counts)
}

async function idsOf(
  hub: Hub,
  part: ListPart,
  chosen: Chosen,
  narrowing: Narrowing | undefined,
): Promise<number[]> {
  if (narrowing) return selectNarrowedIds(hub.db, { ...chosen, ...narrowing }, part)
  const ids = await idsOfPart(hub, { ...chosen, ...part }, part)
  return part.fromEnd ? ids.reverse() : ids
}

/**
 * Where in the list the page lies; undefined when it is beyond the end. In the second half it is counted from
 * there, if the total is exact.
 */
function partOf({ sort, page, limit }: ScriptQuery, total: number, isExact: boolean): ListPart | undefined {
  const offset = (page - 1) * limit
  if (offset >= total) return undefined
  if (!isExact || offset < total / 2) return { sort, limit, offset, fromEnd: false }
  const onPage = Math.min(limit, total - offset)
  return { sort, limit: onPage, offset: total - offset - onPage, fromEnd: true }
}

async function browseMatches(
  db: Db,
  query: ScriptQuery,
  categories: Categories,
  chosen: Chosen,
  narrowing: Narrowing,
): Promise<ScriptList> {
  const { sort, page, limit } = query
  const part = { sort, narrowing, chosen, limit, offset: (page - 1) * limit }
  const words = typedWords(query.q ?? '')
  if (words.length === 0) return listOf([], query, categories, chosen, [])

  const { anywhere } = queriesOf(words.map((word) => [word]))
  let found = await selectMatchingPage(db, anywhere, part)
  if (found.counts.length === 0 && !(await selectHasMatch(db, anywhere))) {
    const meant = await putWordsRight(db, words)
    if (meant) found = await selectMatchingPage(db, queriesOf(meant).anywhere, part)
  }
  return listOf(await selectSummaries(db, found.ids), query, categories, chosen, found.counts)
}

/** The filters in the words of the database. What nobody knows is what nothing has. */
function choiceOf({ category, status }: ScriptQuery, categories: Categories): Chosen {
  const known = categories.find(({ name }) => name.toLowerCase() === category?.toLowerCase())
  return {
    categoryId: category === undefined ? undefined : (known?.id ?? 0),
    status: status && (scriptStatuses.find((one) => one.toLowerCase() === status.toLowerCase()) ?? 'unknown'),
  }
}

function listOf(
  scripts: ScriptList['scripts'],
  { page, limit }: ScriptQuery,
  categories: Categories,
  chosen: Chosen,
  counts: readonly Count[],
): ScriptList {
  const { total, facets } = facetsOf(counts, categories, chosen)
  return { scripts, pagination: pagination(page, limit, total), facets }
}
