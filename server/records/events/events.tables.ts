import { bigint, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * The outbox: what happened, written in the transaction of the change. The job dispatch-event creates the notifications.
 * Plain ids without foreign keys, because an event outlives its subject.
 */
export const events = pgTable(
  'events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text().notNull(),
    actorId: integer('actor_id'),
    scriptId: integer('script_id'),
    versionId: integer('version_id'),
    caseId: integer('case_id'),
    userId: integer('user_id'),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('events_created').on(table.createdAt)],
)
