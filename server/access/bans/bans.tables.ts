import { sql } from 'drizzle-orm'
import {
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

import { users } from '#server/access/users/users.tables.ts'

/** All bans ever issued; `activeBan` selects the active one. */
export const bans = pgTable(
  'bans',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reason: text().notNull(),
    isPermanent: boolean('is_permanent').notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    issuedBy: integer('issued_by').references(() => users.id, { onDelete: 'set null' }),
    issuerName: text('issuer_name').notNull(),
    /** The authority at that time of the user who issued or last changed it; lifting the ban needs at least as much. */
    issuerAuthority: doublePrecision('issuer_authority').notNull(),
    /** When the end or the reason was changed last. */
    changedAt: timestamp('changed_at', { withTimezone: true }),
    liftedAt: timestamp('lifted_at', { withTimezone: true }),
    liftedBy: integer('lifted_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    uniqueIndex('bans_one_open')
      .on(table.userId)
      .where(sql`lifted_at is null`),
    index('bans_user').on(table.userId, table.createdAt.desc().nullsFirst()),
  ],
)
