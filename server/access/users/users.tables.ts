import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

import { accountStatuses } from '#contract/access/users.ts'

/**
 * Writes update the counters (scripts, downloads, reputation), so that lists do not count rows. Usernames and email
 * addresses are unique by their lower-case keys. A team has a row, too: it owns scripts, and has no sessions.
 */
export const users = pgTable(
  'users',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    username: text().notNull(),
    usernameKey: text('username_key').notNull(),
    email: text().notNull(),
    emailKey: text('email_key').notNull(),
    emailVerified: boolean('email_verified').notNull().default(false),
    avatar: text(),
    phoneNumber: text('phone_number'),
    status: text({ enum: accountStatuses }).notNull().default('active'),
    isAdmin: boolean('is_admin').notNull().default(false),
    isOwner: boolean('is_owner').notNull().default(false),
    isTeam: boolean('is_team').notNull().default(false),
    twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
    lockedUntil: timestamp('locked_until', { withTimezone: true }),
    notes: text(),
    scriptsUploaded: integer('scripts_uploaded').notNull().default(0),
    totalDownloads: integer('total_downloads').notNull().default(0),
    reputation: integer().notNull().default(0),
    registrationIp: text('registration_ip'),
    lastLoginIp: text('last_login_ip'),
    lastLoginAt: timestamp('last_login_at', { withTimezone: true }),
    lastActiveAt: timestamp('last_active_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('users_username_key').on(table.usernameKey),
    uniqueIndex('users_email_key').on(table.emailKey),
    index('users_created').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('users_last_active').on(table.lastActiveAt),
    index('users_admins')
      .on(table.id)
      .where(sql`is_admin or is_owner`),
    // For the user list of administrators. Downloads and reputation are not indexed: an update of an indexed column
    // writes to all indexes, and these two change with every like and download (see userFigures).
    index('users_scripts').on(table.scriptsUploaded.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('users_last_login').on(table.lastLoginAt.desc().nullsLast(), table.id.desc().nullsFirst()),
    // In KiB. Small, because every search reads the whole pending list.
    index('users_search')
      .using('gin', table.usernameKey.op('gin_trgm_ops'), table.emailKey.op('gin_trgm_ops'))
      .with({ gin_pending_list_limit: 64 }),
    // One or two letters, which have no trigrams, are searched at the start.
    index('users_username_start').on(table.usernameKey.op('text_pattern_ops')),
    index('users_email_start').on(table.emailKey.op('text_pattern_ops')),
    // A function of the migration: the /24 or /64 of an IP or of a network.
    index('users_registration_network').on(sql`ip_network(registration_ip)`),
    index('users_login_network').on(sql`ip_network(last_login_ip)`),
    index('users_not_active')
      .on(table.status, table.id)
      .where(sql`status <> 'active'`),
    index('users_unverified')
      .on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`not email_verified`),
    check('users_counters', sql`scripts_uploaded >= 0 and total_downloads >= 0 and reputation >= 0`),
  ],
)

/**
 * A narrow copy of the counters that change with every like and download, indexed for sorting. A trigger of the
 * database updates it.
 */
export const userFigures = pgTable(
  'user_figures',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    totalDownloads: integer('total_downloads').notNull(),
    reputation: integer().notNull(),
  },
  (table) => [
    index('user_figures_downloads').on(
      table.totalDownloads.desc().nullsFirst(),
      table.userId.desc().nullsFirst(),
    ),
    index('user_figures_reputation').on(
      table.reputation.desc().nullsFirst(),
      table.userId.desc().nullsFirst(),
    ),
  ],
)
