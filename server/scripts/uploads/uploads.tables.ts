import { bigint, index, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

import { belongsTo } from '#platform/database/columns.ts'
import { users } from '#server/access/users/users.tables.ts'

/**
 * Direct uploads: the client sends an archive to a signed URL and submits one script with its key. `stagedName` is the id
 * of the file in the upload store, complete once `completedAt` is set. Uploads without a script are swept after 24 hours.
 */
export const uploads = pgTable(
  'uploads',
  {
    key: text().primaryKey(),
    userId: belongsTo('user_id', () => users.id),
    sessionHash: text('session_hash').notNull(),
    fileName: text('file_name').notNull(),
    sizeMax: bigint('size_max', { mode: 'number' }).notNull(),
    /** The announced size; null for an upload that cannot be resumed. */
    length: bigint({ mode: 'number' }),
    stagedName: text('staged_name'),
    /** Bytes received. */
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

/** The response to a submission with an Idempotency-Key; `fingerprint` is the hash of its request. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: belongsTo('user_id', () => users.id),
    key: text().notNull(),
    requestHash: text('fingerprint').notNull(),
    response: jsonb('answer').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    index('idempotency_keys_age').on(table.createdAt),
  ],
)
