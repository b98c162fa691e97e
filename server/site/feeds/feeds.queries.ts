import { and, desc, eq, sql } from 'drizzle-orm'

import { preparedStatement, type Db } from '#platform/database/database.ts'
import { categories } from '#server/scripts/categories/categories.tables.ts'
import { scriptDocs, scripts } from '#server/scripts/scripts.tables.ts'
import { users } from '#server/access/users/users.tables.ts'

export type FeedScript = {
  id: number
  name: string
  description: string
  license: string | null
  category: string
  author: string
  userId: number
  createdAt: Date
  updatedAt: Date
}

/** PostgreSQL uses the partial indexes of lists only if a statement has exactly this condition. */
const published = sql`publication = 'published'`

const conditions = {
  categoryId: eq(scripts.categoryId, sql.placeholder('categoryId')),
  userId: eq(scripts.userId, sql.placeholder('userId')),
} as const

/** The newest published scripts, of the whole site or of one category or author. */
export async function selectNewestScripts(
  db: Db,
  filter: { categoryId?: number; userId?: number },
  limit: number,
): Promise<FeedScript[]> {
  const filters = (['categoryId', 'userId'] as const).filter((name) => filter[name] !== undefined)
  const newest = [desc(scripts.createdAt), desc(scripts.id)]
  const query = preparedStatement(db, ['feed', ...filters].join('_'), (on) => {
    const page = on
      .select({ id: scripts.id })
      .from(scripts)
      .where(and(published, ...filters.map((name) => conditions[name])))
      .orderBy(...newest)
      .limit(sql.placeholder('limit'))
      .as('page')
    const { id, name, userId, createdAt, updatedAt } = scripts
    return on
      .select({
        id,
        name,
        userId,
        createdAt,
        updatedAt,
        description: scriptDocs.description,
        license: scriptDocs.license,
        category: categories.name,
        author: users.username,
      })
      .from(scripts)
      .innerJoin(page, eq(page.id, id))
      .innerJoin(scriptDocs, eq(scriptDocs.scriptId, id))
      .innerJoin(categories, eq(categories.id, scripts.categoryId))
      .innerJoin(users, eq(users.id, userId))
      .orderBy(...newest)
  })
  return query.execute({ ...filter, limit })
}

export async function selectAuthor(db: Db, usernameKey: string) {
  const [row] = await db
    .select({ id: users.id, username: users.username, createdAt: users.createdAt })
    .from(users)
    .where(eq(users.usernameKey, usernameKey))
  return row
}
