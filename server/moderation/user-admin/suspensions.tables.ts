import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

import { accountStatuses } from '#contract/access/users.ts'
import { bulkActs } from '#server/moderation/sanctions.tables.ts'
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
    /** The act that began it, with others. */
    bulkActId: integer('bulk_act_id').references(() => bulkActs.id, { onDelete: 'set null' }),
  },
  (table) => [index('suspensions_end').on(table.endsAt), index('suspensions_bulk_act').on(table.bulkActId)],
)
