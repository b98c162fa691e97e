import { asc, eq, inArray, sql } from 'drizzle-orm'

import type { Category, CategoryChange, CategoryDraft } from '#contract/scripts/categories.ts'
import { preparedStatement, type Db } from '#platform/database/database.ts'

import { categories, formerCategoryNames } from './scripts.tables.ts'

const { id, name, description, icon, color, scriptCount } = categories
const columns = { id, name, description, icon, color, script_count: scriptCount }

/** The ids up to 50 are the default categories: they keep their position after a rename. Others are sorted by name. */
const fixedMax = 50

export async function selectCategories(db: Db): Promise<Category[]> {
  const query = preparedStatement(db, 'categories', (on) =>
    on
      .select(columns)
      .from(categories)
      .orderBy(
        sql`case when ${id} <= ${sql.raw(String(fixedMax))} then ${id} end nulls last`,
        asc(name),
        asc(id),
      ),
  )
  return query.execute()
}

/** Finds it by its name or a former one, without regard to case. */
export async function selectCategoryByName(
  db: Db,
  category: string,
): Promise<{ id: number; name: string } | undefined> {
  const [row] = await selectNamed(db, category)
  return row
}

/** Like `selectCategoryByName`. Locks the category, so that it cannot be deleted while a script is added to it. */
export async function lockCategoryByName(tx: Db, category: string): Promise<{ id: number } | undefined> {
  const [row] = await selectNamed(tx, category).for('key share')
  return row
}

function selectNamed(db: Db, category: string) {
  const key = nameKey(category)
  const f = formerCategoryNames
  return db
    .select({ id, name })
    .from(categories)
    .where(
      sql`${categories.nameKey} = ${key} or ${id} = (select ${f.categoryId} from ${f} where ${f.nameKey} = ${key})`,
    )
    .orderBy(sql`${categories.nameKey} <> ${key}`)
}

/** The id of the category by each former name, in lower case. */
export async function selectFormerNames(db: Db): Promise<Map<string, number>> {
  const rows = await db.select().from(formerCategoryNames)
  return new Map(rows.map((row) => [row.nameKey, row.categoryId]))
}

/** A later category with this former name takes the name over. */
export async function upsertFormerName(tx: Db, formerName: string, categoryId: number): Promise<void> {
  await tx
    .insert(formerCategoryNames)
    .values({ nameKey: nameKey(formerName), categoryId })
    .onConflictDoUpdate({ target: formerCategoryNames.nameKey, set: { categoryId } })
}

/** Before a category is deleted. */
export async function moveFormerNames(tx: Db, from: number, to: number): Promise<void> {
  await tx.update(formerCategoryNames).set({ categoryId: to }).where(eq(formerCategoryNames.categoryId, from))
}

export async function selectCategoryForUpdate(tx: Db, categoryId: number): Promise<Category | undefined> {
  const [row] = await tx.select(columns).from(categories).where(eq(id, categoryId)).for('update')
  return row
}

/** The names by id, locked like in `lockCategoryByName`. */
export async function lockCategoryNames(tx: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await tx
    .select({ id, name })
    .from(categories)
    .where(inArray(id, [...ids]))
    .orderBy(asc(id))
    .for('key share')
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** Includes scripts in review, which `script_count` does not. Counts rows; only used for a deletion. */
export async function selectScriptCount(tx: Db, category: number): Promise<number> {
  // As text, because scripts depend on categories and not the other way round.
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from scripts where category_id = ${category}`,
  )
  return rows[0]?.count ?? 0
}

export async function insertCategory(tx: Db, draft: CategoryDraft): Promise<Category> {
  const [row] = await tx
    .insert(categories)
    .values({ ...draft, nameKey: nameKey(draft.name) })
    .returning(columns)
  if (!row) throw new Error('The category was not written')
  return row
}

/** Writes only the sent fields, so that concurrent edits of different fields do not overwrite each other. */
export async function updateCategory(tx: Db, categoryId: number, change: CategoryChange): Promise<Category> {
  const [row] = await tx
    .update(categories)
    .set({ ...change, ...(change.name !== undefined && { nameKey: nameKey(change.name) }) })
    .where(eq(id, categoryId))
    .returning(columns)
  if (!row) throw new Error('The category was not written')
  return row
}

export async function removeCategory(tx: Db, categoryId: number): Promise<void> {
  await tx.delete(categories).where(eq(id, categoryId))
}

function nameKey(text: string): string {
  return text.toLowerCase()
}
