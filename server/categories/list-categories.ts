import { memoizeByTags } from '#platform/cache/memoize-by-tags.ts'

import { selectCategories } from './categories.queries.ts'

/** Cached, because every page and list contains the categories and they change rarely. */
export const listCategories = memoizeByTags(['categories'], ({ db }) => selectCategories(db))
