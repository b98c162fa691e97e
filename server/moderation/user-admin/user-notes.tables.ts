import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

import { users } from '#server/access/users/users.tables.ts'

/** Dated notes about a user, for holders of admin.users.edit.notes. `authorName` outlives its user. */
export const userNotes = pgTable(
  'user_notes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    authorId: integer('author_id').references(() => users.id, { onDelete: 'set null' }),
    authorName: text('author_name').notNull(),
    text: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('user_notes_user').on(table.userId, table.id.desc().nullsFirst())],
)

/** Reasons that moderators reuse. */
export const savedReasons = pgTable(
  'saved_reasons',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: ['ban', 'suspend', 'hide'] }).notNull(),
    text: text().notNull(),
    createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('saved_reasons_kind').on(table.kind, table.id)],
)
