import type { Category, CategoryDraft } from '#contract/categories.ts'
import type { Actor } from '#platform/actor.ts'
import { changed, inTransaction, type Db } from '#platform/database.ts'
import { recordActivity } from '#server/activities/activities.public.ts'

import { insertCategory } from './categories.queries.ts'
import { refusingTakenName } from './refuse-taken-name.ts'

export async function addCategory(
  db: Db,
  { id: userId, username }: Pick<Actor, 'id' | 'username'>,
  draft: CategoryDraft,
): Promise<Category> {
  const write = async (tx: Db) => {
    const category = await insertCategory(tx, draft)
    await recordActivity(tx, {
      type: 'system',
      action: 'Category Created',
      description: `${username} added the category ${category.name}`,
      status: 'success',
      userId,
      targetId: category.id,
      targetType: 'category',
    })
    changed(tx, 'categories')
    return category
  }
  return refusingTakenName(() => inTransaction(db, write))
}
