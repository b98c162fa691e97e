import { asc, eq, sql } from 'drizzle-orm'

import { fixedCategories, type Category } from '#contract/categories.ts'
import { prepared, type Db } from '#platform/database.ts'

import { categories } from './categories.tables.ts'

const { id, name, description, icon, color, scriptCount } = categories

/** The fixed list first, in its order, then by name. */
export async function selectCategories(db: Db): Promise<Category[]> {
  const place = sql`coalesce(array_position(${sql.raw(`array[${fixedCategories.map((fixed) => `'${fixed}'`).join(', ')}]`)}, ${name}), 1000)`
  const query = prepared(db, 'categories', (on) =>
    on
      .select({ id, name, description, icon, color, script_count: scriptCount })
      .from(categories)
      .orderBy(place, asc(name), asc(id)),
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
    .where(eq(categories.nameKey, wanted.toLowerCase()))
  return row
}
