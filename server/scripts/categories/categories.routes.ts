import { categoriesApi } from '#contract/scripts/categories.ts'
import { cachedRoute, route } from '#platform/http/route.ts'

import { addCategory, editCategory, deleteCategory, listCategories } from './change-categories.ts'

export const categoryRoutes = [
  cachedRoute(
    categoriesApi.list,
    () => ['categories'],
    ({ app }) => listCategories(app),
  ),
  route(categoriesApi.create, ({ db, actor, body }) => addCategory(db, actor, body)),
  route(categoriesApi.edit, ({ db, actor, params, body }) => editCategory(db, actor, params.id, body)),
  route(categoriesApi.remove, ({ db, actor, params, query }) =>
    deleteCategory(db, actor, params.id, query.movedTo),
  ),
]
