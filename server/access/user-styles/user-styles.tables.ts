import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

import { users } from '#server/access/users/users.tables.ts'

export const userStyles = pgTable('user_styles', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  description: text().notNull().default(''),
  cssProperties: text('css_properties').notNull(),
  fontFamily: text('font_family').notNull().default('default'),
  isActive: boolean('is_active').notNull().default(true),
  priority: integer().notNull().default(0),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})

/** One row per user and style: another assignment renews it. */
export const styleAssignments = pgTable(
  'style_assignments',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    styleId: integer('style_id')
      .notNull()
      .references(() => userStyles.id, { onDelete: 'cascade' }),
    assignedAt: timestamp('assigned_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    isActive: boolean('is_active').notNull().default(true),
  },
  (table) => [
    uniqueIndex('style_assignments_user_style').on(table.userId, table.styleId),
    index('style_assignments_style').on(
      table.styleId,
      table.assignedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('style_assignments_expiry')
      .on(table.expiresAt)
      .where(sql`is_active and expires_at is not null`),
  ],
)
