import { keepUntilChanged } from '#platform/keep-until-changed.ts'

import { selectCategories } from './categories.queries.ts'

/** Every page and every list shows them, and they change with a script at most: they are read once for all. */
export const listCategories = keepUntilChanged(['categories'], ({ db }) => selectCategories(db))
