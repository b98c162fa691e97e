import type { Category, CategoryDraft } from '#contract/scripts/categories.ts'
import type { Actor } from '#platform/actor.ts'
import { invalidate, inTransaction, type Db } from '#platform/database/database.ts'
import { recordActivity } from '#server/records/records.public.ts'

import { insertCategory } from './categories.queries.ts'
import { withUniqueName } from './assert-unique-name.ts'

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
    invalidate(tx, 'categories')
    return category
  }
  return withUniqueName(() => inTransaction(db, write))
}
