import type { Actor } from '#platform/actor.ts'
import { invalidate, inTransaction, type Db } from '#platform/database/database.ts'
import { conflict, invalid, notFound } from '#platform/errors.ts'
import { recordActivity } from '#server/records/records.public.ts'

import {
  moveFormerNames,
  removeCategory,
  selectCategoryForUpdate,
  selectScriptCount,
  upsertFormerName,
} from './categories.queries.ts'

/**
 * Only an empty category can be deleted. The lock prevents that a script is added concurrently. Links with its names lead
 * to the category that its scripts were moved to.
 */
export async function deleteCategory(
  db: Db,
  { id: userId, username }: Pick<Actor, 'id' | 'username'>,
  id: number,
  movedTo: number | undefined,
): Promise<null> {
  return inTransaction(db, async (tx) => {
    const category = await selectCategoryForUpdate(tx, id)
    if (!category) throw notFound('Category not found')
    const scripts = await selectScriptCount(tx, id)
    if (scripts > 0)
      throw conflict(
        scripts === 1 ? 'This category still has 1 script' : `This category still has ${scripts} scripts`,
      )

    const heir =
      movedTo === undefined || movedTo === id ? undefined : await selectCategoryForUpdate(tx, movedTo)
    if (movedTo !== undefined && !heir) throw invalid({ movedTo: 'Choose another category' })
    if (heir) {
      await moveFormerNames(tx, id, heir.id)
      await upsertFormerName(tx, category.name, heir.id)
    }
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
