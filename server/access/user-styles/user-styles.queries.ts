import { asc, desc, eq } from 'drizzle-orm'

import type { UserStyle, UserStyleChange, UserStyleDraft } from '#contract/access/user-styles.ts'
import type { Db } from '#platform/database/database.ts'

import { userStyles } from './user-styles.tables.ts'

export async function selectUserStyles(db: Db): Promise<UserStyle[]> {
  const rows = await db.select().from(userStyles).orderBy(desc(userStyles.priority), asc(userStyles.id))
  return rows.map(toStyle)
}

export async function selectUserStyle(db: Db, id: number): Promise<UserStyle | undefined> {
  const [row] = await db.select().from(userStyles).where(eq(userStyles.id, id))
  return row && toStyle(row)
}

export async function selectUserStyleForUpdate(tx: Db, id: number): Promise<UserStyle | undefined> {
  const [row] = await tx.select().from(userStyles).where(eq(userStyles.id, id)).for('update')
  return row && toStyle(row)
}

export async function insertUserStyle(tx: Db, draft: UserStyleDraft): Promise<UserStyle> {
  const [row] = await tx
    .insert(userStyles)
    .values({
      name: draft.name,
      description: draft.description,
      cssProperties: draft.css_properties,
      fontFamily: draft.font_family,
      isActive: draft.is_active,
      priority: draft.priority,
    })
    .returning()
  if (!row) throw new Error('The user style was not written')
  return toStyle(row)
}

/** Writes only the sent fields, so that concurrent edits of different fields do not overwrite each other. */
export async function updateUserStyle(tx: Db, id: number, change: UserStyleChange): Promise<UserStyle> {
  const [row] = await tx
    .update(userStyles)
    .set({
      name: change.name,
      description: change.description,
      cssProperties: change.css_properties,
      fontFamily: change.font_family,
      isActive: change.is_active,
      priority: change.priority,
    })
    .where(eq(userStyles.id, id))
    .returning()
  if (!row) throw new Error('The user style was not written')
  return toStyle(row)
}

export async function removeUserStyle(tx: Db, id: number): Promise<void> {
  await tx.delete(userStyles).where(eq(userStyles.id, id))
}

function toStyle(row: typeof userStyles.$inferSelect): UserStyle {
  const { id, name, description, priority } = row
  return {
    id,
    name,
    description,
    priority,
    css_properties: row.cssProperties,
    font_family: row.fontFamily,
    is_active: row.isActive,
    created_at: row.createdAt.toISOString(),
  }
}
