import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

import { users } from '#server/access/users/users.tables.ts'

const time = (name: string) => timestamp(name, { withTimezone: true })

/** The latest export of each user. `key` is its file in the store, null while it is prepared. */
export const accountExports = pgTable('account_exports', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  requestedAt: time('requested_at').notNull(),
  key: text(),
  size: bigint({ mode: 'number' }),
  sha256: text(),
  expiresAt: time('expires_at'),
})

/** Users who asked for the deletion of their account. The row of a user who keeps the account is removed. */
export const accountDeletions = pgTable(
  'account_deletions',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    requestedAt: time('requested_at').notNull(),
    dueAt: time('due_at').notNull(),
    /** From then on the account cannot be kept. */
    startedAt: time('started_at'),
    deletedAt: time('deleted_at'),
  },
  (table) => [
    index('account_deletions_due')
      .on(table.dueAt)
      .where(sql`deleted_at is null`),
  ],
)
