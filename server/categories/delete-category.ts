import type { Actor } from '#platform/actor.ts'
import { invalidate, inTransaction, type Db } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { recordActivity } from '#server/activities/activities.public.ts'

import { removeCategory, selectCategoryForUpdate, selectScriptCount } from './categories.queries.ts'

/** Only an empty category can be deleted. The lock prevents that a script is added concurrently. */
export async function deleteCategory(
  db: Db,
  { id: userId, username }: Pick<Actor, 'id' | 'username'>,
  id: number,
): Promise<null> {
  return inTransaction(db, async (tx) => {
    const category = await selectCategoryForUpdate(tx, id)
    if (!category) throw notFound('Category not found')
    const scripts = await selectScriptCount(tx, id)
    if (scripts > 0)
      throw conflict(
        scripts === 1 ? 'This category still has 1 script' : `This category still has ${scripts} scripts`,
      )

    await removeCategory(tx, id)
    await recordActivity(tx, {
      type: 'system',
      action: 'Category Deleted',
      description: `${username} deleted the category ${category.name}`,
      status: 'warning',
      userId,
      targetId: id,
      targetType: 'category',
    })
    invalidate(tx, 'categories')
    return null
  })
}
