import { asc, eq, sql } from 'drizzle-orm'

import type { Category, CategoryChange, CategoryDraft } from '#contract/categories.ts'
import { prepared, type Db } from '#platform/database.ts'

import { categories } from './categories.tables.ts'

const { id, name, description, icon, color, scriptCount } = categories
const shown = { id, name, description, icon, color, script_count: scriptCount }

/** The first fifty ids are the fixed list: they keep their place whatever they are called. The others go by name. */
const fixedMax = 50

export async function selectCategories(db: Db): Promise<Category[]> {
  const query = prepared(db, 'categories', (on) =>
    on
      .select(shown)
      .from(categories)
      .orderBy(
        sql`case when ${id} <= ${sql.raw(String(fixedMax))} then ${id} end nulls last`,
        asc(name),
        asc(id),
      ),
  )
  return query.execute()
}

/** By name, without regard to case. */
export async function selectCategoryByName(
  db: Db,
  wanted: string,
): Promise<{ id: number; name: string } | undefined> {
  const [row] = await db
    .select({ id, name })
    .from(categories)
    .where(eq(categories.nameKey, nameKey(wanted)))
  return row
}

/** The same for whoever is about to put a script there: it is not deleted before the transaction ends. */
export async function lockCategoryByName(tx: Db, wanted: string): Promise<{ id: number } | undefined> {
  const [row] = await tx
    .select({ id })
    .from(categories)
    .where(eq(categories.nameKey, nameKey(wanted)))
    .for('key share')
  return row
}

export async function selectCategoryForUpdate(tx: Db, wanted: number): Promise<Category | undefined> {
  const [row] = await tx.select(shown).from(categories).where(eq(id, wanted)).for('update')
  return row
}

/** All of a category's scripts, those that await review included; counted where one is to be deleted only. */
export async function selectScriptsIn(tx: Db, category: number): Promise<number> {
  // By name: scripts know categories, not the other way round.
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from scripts where category_id = ${category}`,
  )
  return rows[0]?.count ?? 0
}

export async function insertCategory(tx: Db, draft: CategoryDraft): Promise<Category> {
  const [row] = await tx
    .insert(categories)
    .values({ ...draft, nameKey: nameKey(draft.name) })
    .returning(shown)
  if (!row) throw new Error('The category was not written')
  return row
}

/** Writes only what is sent, so that two who change different things both keep theirs. */
export async function updateCategory(tx: Db, wanted: number, change: CategoryChange): Promise<Category> {
  const [row] = await tx
    .update(categories)
    .set({ ...change, ...(change.name !== undefined && { nameKey: nameKey(change.name) }) })
    .where(eq(id, wanted))
    .returning(shown)
  if (!row) throw new Error('The category was not written')
  return row
}

export async function removeCategory(tx: Db, wanted: number): Promise<void> {
  await tx.delete(categories).where(eq(id, wanted))
}

function nameKey(text: string): string {
  return text.toLowerCase()
}
