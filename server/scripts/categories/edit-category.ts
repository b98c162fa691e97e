import type { Category, CategoryChange } from '#contract/scripts/categories.ts'
import type { Actor } from '#platform/actor.ts'
import { invalidate, inTransaction, type Db } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import { changedValues, recordActivity } from '#server/records/records.public.ts'

import { selectCategoryForUpdate, updateCategory, upsertFormerName } from './categories.queries.ts'
import { withUniqueName } from './assert-unique-name.ts'

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
      metadata: { changed: fields, ...changedValues(before, category) },
    })
    if (category.name !== before.name) await upsertFormerName(tx, before.name, id)
    invalidate(tx, 'categories')
    // The tag of all script pages, which contain the name only; they are not invalidated for other changes.
    if (category.name !== before.name) invalidate(tx, 'category-names')
    return category
  }
  return withUniqueName(() => inTransaction(db, write))
}
