import { bigserial, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

import { activitySources, activityStatuses, activityTypes } from '#contract/activities.ts'

/**
 * The log of what happened. The table is partitioned by month, which Drizzle cannot say: its migration is
 * written by hand and must agree with these columns. `userId` has no foreign key: the log outlives accounts.
 */
export const activities = pgTable(
  'activities',
  {
    id: bigserial({ mode: 'number' }),
    type: text({ enum: activityTypes }).notNull(),
    action: text().notNull(),
    description: text().notNull().default(''),
    status: text({ enum: activityStatuses }).notNull().default('info'),
    source: text({ enum: activitySources }).notNull().default('server'),
    userId: integer('user_id'),
    targetId: integer('target_id'),
    targetType: text('target_type'),
    metadata: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.createdAt] }),
    index('activities_newest').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('activities_type').on(
      table.type,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('activities_status').on(
      table.status,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
  ],
)
