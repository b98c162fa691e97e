import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

import { users } from '#server/access/users/users.tables.ts'

/** Settings that administrators changed in the back office; a missing one has its default. */
export const siteSettings = pgTable('site_settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updatedBy: integer('updated_by').references(() => users.id, { onDelete: 'set null' }),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
})

export const partners = pgTable('partners', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  logoUrl: text('logo_url').notNull(),
  websiteUrl: text('website_url').notNull(),
  discordUrl: text('discord_url').notNull(),
  description: text().notNull().default(''),
  isFeatured: boolean('is_featured').notNull().default(false),
  isPlaceholder: boolean('is_placeholder').notNull().default(false),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})

/** What happened on a day, counted once after its end. */
export const dailyCounts = pgTable('daily_counts', {
  day: date().primaryKey(),
  downloads: integer().notNull(),
  views: integer().notNull(),
  submissions: integer().notNull(),
  registrations: integer().notNull(),
})

/** Counted downloads of a script on a day. Plain ids: a deleted script stays in the figures of its author. */
export const dailyScriptDownloads = pgTable(
  'daily_script_downloads',
  {
    day: date().notNull(),
    scriptId: integer('script_id').notNull(),
    userId: integer('user_id').notNull(),
    downloads: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.scriptId] })],
)

/** The Ed25519 keys that sign what other tools read. All nodes and backups share them. */
export const signingKeys = pgTable(
  'signing_keys',
  {
    /** The thumbprint of the public key (RFC 7638). */
    id: text().primaryKey(),
    /** Base64url, as `x` of a JSON Web Key. */
    publicKey: text('public_key').notNull(),
    /** Encrypted with a key of the secret of the site. */
    privateKey: text('private_key').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** Set for a former key, which verifies older signatures until it is removed. */
    retiredAt: timestamp('retired_at', { withTimezone: true }),
  },
  () => [
    uniqueIndex('signing_keys_current')
      .on(sql`(retired_at is null)`)
      .where(sql`retired_at is null`),
  ],
)
