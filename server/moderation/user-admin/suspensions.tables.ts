import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

import { accountStatuses } from '#contract/access/users.ts'
import { users } from '#server/access/users/users.tables.ts'

/** Reason and end of current suspensions. A status `suspended` that was set as a field of the account has none. */
export const suspensions = pgTable(
  'suspensions',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    reason: text(),
    endsAt: timestamp('ends_at', { withTimezone: true }),
    /** The status that the account has again after a timed suspension. */
    statusBefore: text('status_before', { enum: accountStatuses }).notNull(),
    issuedBy: integer('issued_by').references(() => users.id, { onDelete: 'set null' }),
    issuerName: text('issuer_name').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('suspensions_end').on(table.endsAt)],
)
