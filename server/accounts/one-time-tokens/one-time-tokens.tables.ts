import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

import { users } from '#server/access/users/users.tables.ts'

export const tokenKinds = ['reset', 'confirm_email', 'discord', 'owner', 'sign_in'] as const

/** Single-use secrets that were mailed or displayed; only their hashes are stored. */
export const oneTimeTokens = pgTable(
  'codes',
  {
    hash: text().primaryKey(),
    kind: text({ enum: tokenKinds }).notNull(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    email: text(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    usedAt: timestamp('used_at', { withTimezone: true }),
  },
  (table) => [index('codes_user').on(table.userId, table.kind), index('codes_expiry').on(table.expiresAt)],
)
