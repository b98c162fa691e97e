import { categoriesApi } from '#contract/categories.ts'
import { cachedRoute } from '#platform/http/route.ts'

import { selectCategories } from './categories.queries.ts'

export const categoryRoutes = [
  cachedRoute(
    categoriesApi.list,
    () => ['categories'],
    ({ db }) => selectCategories(db),
  ),
]
