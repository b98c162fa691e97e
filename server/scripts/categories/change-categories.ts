import type { Category, CategoryChange, CategoryDraft } from '#contract/scripts/categories.ts'
import type { Actor } from '#platform/actor.ts'
import { violatedConstraint } from '#platform/database/database-errors.ts'
import { invalidate, inTransaction, type Db } from '#platform/database/database.ts'
import { notFound, conflict, invalid } from '#platform/errors.ts'
import { changedValues, recordActivity } from '#server/records/records.public.ts'
import {
  selectCategoryForUpdate,
  updateCategory,
  upsertFormerName,
  insertCategory,
  moveFormerNames,
  removeCategory,
  selectScriptCount,
  selectCategories,
  selectFormerNames,
} from '#server/scripts/categories.queries.ts'
import type { App } from '#platform/app.ts'
import { memoizeByTags } from '#platform/cache/memoize.ts'

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
    await recordCategory(tx, userId, id, {
      action: 'Category Updated',
      description:
        category.name === before.name
          ? `${username} changed the category ${category.name}`
          : `${username} renamed the category ${before.name} to ${category.name}`,
      status: 'success',
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

export async function addCategory(
  db: Db,
  { id: userId, username }: Pick<Actor, 'id' | 'username'>,
  draft: CategoryDraft,
): Promise<Category> {
  const write = async (tx: Db) => {
    const category = await insertCategory(tx, draft)
    const description = `${username} added the category ${category.name}`
    await recordCategory(tx, userId, category.id, {
      action: 'Category Created',
      description,
      status: 'success',
    })
    invalidate(tx, 'categories')
    return category
  }
  return withUniqueName(() => inTransaction(db, write))
}

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
    const description = `${username} deleted the category ${category.name}`
    await recordCategory(tx, userId, id, { action: 'Category Deleted', description, status: 'warning' })
    invalidate(tx, 'categories')
    return null
  })
}

async function recordCategory(
  tx: Db,
  userId: number,
  targetId: number,
  entry: Pick<Parameters<typeof recordActivity>[1], 'action' | 'description' | 'status' | 'metadata'>,
): Promise<void> {
  await recordActivity(tx, { ...entry, type: 'system', userId, targetId, targetType: 'category' })
}

/** Runs a write of a category and turns a violation of the unique name into a field error. */
async function withUniqueName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (violatedConstraint(error) !== 'categories_name_key_unique') throw error
    throw invalid({ name: 'A category with this name already exists' }, 'conflict')
  }
}

/** Cached, because every page and list contains the categories and they change rarely. */
export const listCategories = memoizeByTags(['categories'], ({ db }) => selectCategories(db))

const listFormerNames = memoizeByTags(['categories'], ({ db }) => selectFormerNames(db))

/** Finds it by its name or a former one, without regard to case, from memory. */
export async function findListedCategory(app: App, name: string): Promise<Category | undefined> {
  const key = name.toLowerCase()
  const categories = await listCategories(app)
  const named = categories.find((category) => category.name.toLowerCase() === key)
  if (named) return named
  const id = (await listFormerNames(app)).get(key)
  return categories.find((category) => category.id === id)
}
