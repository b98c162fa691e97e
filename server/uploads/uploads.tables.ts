import { bigint, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

import type { Script } from '#contract/scripts.ts'
import { users } from '#server/users/users.tables.ts'

/**
 * Direct uploads: a key is given out, the archive arrives at its signed address, one script takes it.
 * `stagedName` is the file that waits in the staging folder, whole once `completedAt` is set. What no script took
 * within 24 h is swept.
 */
export const uploads = pgTable(
  'uploads',
  {
    key: text().primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sessionHash: text('session_hash').notNull(),
    fileName: text('file_name').notNull(),
    sizeMax: bigint('size_max', { mode: 'number' }).notNull(),
    /** The announced size; without one the archive has to come in one piece. */
    length: bigint({ mode: 'number' }),
    stagedName: text('staged_name'),
    /** Bytes that have arrived. */
    size: bigint({ mode: 'number' }),
    sha256: text(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    completedAt: timestamp('completed_at', { withTimezone: true }),
    consumedAt: timestamp('consumed_at', { withTimezone: true }),
  },
  (table) => [
    index('uploads_user').on(table.userId, table.createdAt),
    index('uploads_expiry').on(table.expiresAt),
  ],
)

/** The answer to a submission that carried an Idempotency-Key, for its repeats; `fingerprint` tells them from others. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    fingerprint: text().notNull(),
    answer: jsonb().$type<Script>().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    index('idempotency_keys_age').on(table.createdAt),
  ],
)
