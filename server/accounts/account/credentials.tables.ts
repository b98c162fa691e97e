import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

import { users } from '#server/access/users/users.tables.ts'

/** Separate from users, so that no query of users can return a password hash by accident. */
export const credentials = pgTable('credentials', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  passwordHash: text('password_hash').notNull(),
  changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
  /** Encrypted. Sign-in needs codes of it once `totpConfirmedAt` is set. */
  totpSecret: text('totp_secret'),
  totpConfirmedAt: timestamp('totp_confirmed_at', { withTimezone: true }),
  /** The time step of the last accepted code; prevents replay. */
  totpLastCounter: integer('totp_last_counter'),
})
