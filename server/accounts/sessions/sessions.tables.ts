import { bigint, boolean, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

import { tokenScopes } from '#contract/scripts/tokens.ts'
import { users } from '#server/access/users/users.tables.ts'

/** Sessions, and access tokens. The token contains the secret, the row only its hash. */
export const sessions = pgTable(
  'sessions',
  {
    hash: text().primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    ip: text(),
    userAgent: text('user_agent'),
    /** `token`: an access token. The following columns are of these. */
    kind: text({ enum: ['browser', 'token'] })
      .notNull()
      .default('browser'),
    name: text(),
    /** The first characters of the token. */
    hint: text(),
    scopes: text({ enum: tokenScopes }).array(),
    /** `chosen`: those of `scriptIds`. A column of its own, so that a deleted script never makes it all. */
    scriptChoice: text('script_choice', { enum: ['all', 'chosen'] }),
    scriptIds: integer('script_ids').array(),
    /** When the email about its end was sent. */
    warnedAt: timestamp('warned_at', { withTimezone: true }),
  },
  (table) => [
    index('sessions_user').on(table.userId, table.createdAt),
    index('sessions_expiry').on(table.expiresAt),
  ],
)

/** The source of success rate, recent attempts and IPs in the user list of administrators. */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    ip: text(),
    succeeded: boolean().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('sign_in_attempts_user').on(table.userId, table.createdAt),
    index('sign_in_attempts_time').on(table.createdAt),
  ],
)
