import { index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

import type { CounterNotice, TakedownNotice } from '#contract/moderation/takedowns.ts'
import { cases } from '#server/records/cases/cases.tables.ts'

/** Notices, from when they are sent. Each has a case when its email address is confirmed. */
export const takedownNotices = pgTable(
  'takedown_notices',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** SHA-256 of the secret in the confirmation link. */
    tokenHash: text('token_hash').notNull().unique(),
    email: text().notNull(),
    notice: jsonb().$type<TakedownNotice>().notNull(),
    scriptIds: integer('script_ids').array().notNull(),
    caseId: integer('case_id').unique(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('takedown_notices_email').on(table.email, table.createdAt)],
)

export const counterNotices = pgTable(
  'counter_notices',
  {
    caseId: integer('case_id')
      .notNull()
      .references(() => cases.id, { onDelete: 'cascade' }),
    userId: integer('user_id').notNull(),
    notice: jsonb().$type<CounterNotice>().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.caseId, table.userId] })],
)
