import type { Category, CategoryChange } from '#contract/categories.ts'
import type { Actor } from '#platform/actor.ts'
import { changed, inTransaction, type Db } from '#platform/database.ts'
import { notFound } from '#platform/failures.ts'
import { recordActivity } from '#server/activities/activities.public.ts'

import { selectCategoryForUpdate, updateCategory } from './categories.queries.ts'
import { refusingTakenName } from './refuse-taken-name.ts'

/** Scripts know their category by its id, so a new name is theirs at once. */
export async function editCategory(
  db: Db,
  { id: userId, username }: Pick<Actor, 'id' | 'username'>,
  id: number,
  change: CategoryChange,
): Promise<Category> {
  const write = async (tx: Db) => {
    const before = await selectCategoryForUpdate(tx, id)
    if (!before) throw notFound('Category not found')
    const fields = Object.keys(change)
    if (fields.length === 0) return before

    const category = await updateCategory(tx, id, change)
    await recordActivity(tx, {
      type: 'system',
      action: 'Category Updated',
      description:
        category.name === before.name
          ? `${username} changed the category ${category.name}`
          : `${username} renamed the category ${before.name} to ${category.name}`,
      status: 'success',
      userId,
      targetId: id,
      targetType: 'category',
      metadata: { changed: fields },
    })
    changed(tx, 'categories')
    // Carried by every page of a script: there are many, and only a name is shown on them.
    if (category.name !== before.name) changed(tx, 'category-names')
    return category
  }
  return refusingTakenName(() => inTransaction(db, write))
}
