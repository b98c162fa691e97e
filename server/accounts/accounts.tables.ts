import { sql } from 'drizzle-orm'
import { integer, pgTable, text, timestamp, bigint, boolean, index } from 'drizzle-orm/pg-core'

import { belongsTo } from '#platform/database/columns.ts'
import { tokenScopes } from '#contract/scripts/tokens.ts'
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

/** Sessions, and access tokens. The token contains the secret, the row only its hash. */
export const sessions = pgTable(
  'sessions',
  {
    hash: text().primaryKey(),
    userId: belongsTo('user_id', () => users.id),
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

/** Hashes of the unused recovery codes. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    hash: text().primaryKey(),
    userId: belongsTo('user_id', () => users.id),
  },
  (table) => [index('recovery_codes_user').on(table.userId)],
)

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

/** The verified chat account of each user. */
export const discordLinks = pgTable('discord_links', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  discordUserId: text('discord_user_id').notNull().unique(),
  verifiedAt: timestamp('verified_at', { withTimezone: true }).notNull().defaultNow(),
})

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
