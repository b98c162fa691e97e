import type { Actor } from '#platform/actor.ts'
import { changed, inTransaction, type Db } from '#platform/database.ts'
import { conflict, notFound } from '#platform/failures.ts'
import { recordActivity } from '#server/activities/activities.public.ts'

import { removeCategory, selectCategoryForUpdate, selectScriptsIn } from './categories.queries.ts'

/** Only an empty one goes: every script has a category. The lock keeps scripts from being added meanwhile. */
export async function deleteCategory(
  db: Db,
  { id: userId, username }: Pick<Actor, 'id' | 'username'>,
  id: number,
): Promise<null> {
  return inTransaction(db, async (tx) => {
    const category = await selectCategoryForUpdate(tx, id)
    if (!category) throw notFound('Category not found')
    const scripts = await selectScriptsIn(tx, id)
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
    changed(tx, 'categories')
    return null
  })
}
