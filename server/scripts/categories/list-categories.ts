import type { Category } from '#contract/scripts/categories.ts'
import type { App } from '#platform/app.ts'
import { memoizeByTags } from '#platform/cache/memoize-by-tags.ts'

import { selectCategories, selectFormerNames } from './categories.queries.ts'

/** Cached, because every page and list contains the categories and they change rarely. */
export const listCategories = memoizeByTags(['categories'], ({ db }) => selectCategories(db))

const listFormerNames = memoizeByTags(['categories'], ({ db }) => selectFormerNames(db))

/** Finds it by its name or a former one, without regard to case, from memory. */
export async function findListedCategory(app: App, name: string): Promise<Category | undefined> {
  const key = name.toLowerCase()
  const categories = await listCategories(app)
  const named = categories.find((category) => category.name.toLowerCase() === key)
  if (named) return named
  const id = (await listFormerNames(app)).get(key)
  return categories.find((category) => category.id === id)
}
