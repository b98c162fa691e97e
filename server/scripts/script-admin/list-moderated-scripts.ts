import { pagination } from '#contract/platform/fields.ts'
import type {
  ModeratedScript,
  ModeratedScriptDetail,
  ModeratedScriptPage,
  ModeratedScriptQuery,
} from '#contract/scripts/moderated-scripts.ts'
import type { Db } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import { selectAuthorId } from '#server/scripts/authors.queries.ts'
import { selectCategoryByName as findCategory } from '#server/scripts/categories.queries.ts'
import { parseQuery, queriesOf } from '#server/scripts/script-search/query.rules.ts'
import { selectIsCommon } from '#server/scripts/script-search/search.queries.ts'
import { readSameArchives } from '#server/scripts/versions/find-similar.ts'

import {
  selectIdsByCases,
  selectMatchCount,
  selectMatches,
  selectOtherCount,
  selectPageIds,
  selectPublishedCount,
  selectModeratedScripts,
  selectRemovals,
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
  return { scripts: await readScripts(db, ids), pagination: pagination(page, limit, total) }
}

export async function readModeratedScript(db: Db, id: number): Promise<ModeratedScriptDetail> {
  const [script] = await readScripts(db, [id])
  if (!script) throw notFound('Script not found')
  return { ...script, removals: await selectRemovals(db, id) }
}

async function readScripts(db: Db, ids: readonly number[]): Promise<ModeratedScript[]> {
  const scripts = await selectModeratedScripts(db, ids)
  const copies = await readSameArchives(
    db,
    scripts.flatMap(({ versionId }) => versionId ?? []),
  )
  return scripts.map((script) => {
    const copy = copies.get(script.versionId ?? 0)
    if (!copy) return { ...script, sameArchive: null }
    const { scriptId, name, author, at, ownFirstAt, total } = copy
    const isOlder = at < ownFirstAt
    return { ...script, sameArchive: { script: { id: scriptId, name }, author, isOlder, total } }
  })
}

type Filters = Parameters<typeof selectMatchCount>[1]

/** Undefined when the category or the author does not exist. */
async function resolveFilters(
  db: Db,
  { category: categoryName, author: authorName, q: text, ...query }: ModeratedScriptQuery,
): Promise<Filters | undefined> {
  const category = categoryName ? await findCategory(db, categoryName) : undefined
  const author = authorName ? await selectAuthorId(db, authorName) : undefined
  if ((categoryName && !category) || (authorName && author === undefined)) return undefined
  const within = { categoryId: category?.id, authorId: author }
  return {
    ...query,
    ...within,
    matches: text ? await search(db, text, query.sort, within) : undefined,
    cases: query.cases ?? (query.sort === 'reports' ? 'any' : undefined),
  }
}

async function search(
  db: Db,
  text: string,
  sort: ModeratedScriptQuery['sort'],
  within: Pick<Filters, 'categoryId' | 'authorId'>,
): Promise<number[]> {
  const [, hash, number] = /^(#?)([1-9]\d{0,8})$/.exec(text) ?? []
  const id = number === undefined ? undefined : Number(number)
  if (hash && id !== undefined) return [id]
  const query = parseQuery(text, [])
  const nameQuery = query.words.length > 0 ? queriesOf(query).inName : undefined
  const isCommon = nameQuery !== undefined && (await selectIsCommon(db, nameQuery))
  return selectMatches(
    db,
    { q: text, id, nameQuery, isCommon, ...within },
    sort === 'reports' ? 'newest' : sort,
  )
}

/** A list by category and state only is counted from the stored counts. */
async function countMatches(db: Db, filters: Filters): Promise<number> {
  const { state, matches, authorId, severity, cases, categoryId } = filters
  const isBounded = [matches, authorId, severity, cases].some((filter) => filter !== undefined)
  if (isBounded || (state !== undefined && state !== 'published')) return selectMatchCount(db, filters)
  const published = await selectPublishedCount(db, categoryId)
  return state === 'published' ? published : published + (await selectOtherCount(db, categoryId))
}
