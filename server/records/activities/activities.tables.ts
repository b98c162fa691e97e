import { sql } from 'drizzle-orm'
import { bigserial, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

import { activitySources, activityStatuses, activityTypes } from '#contract/records/activities.ts'

/** The condition of the partial indexes; it names `usageActions` of the contract. */
export const isChange = sql`action not in ('Script Viewed', 'Script Downloaded', 'User Login')`

/** Changes without likes, of which a popular script has many. */
export const isEdit = sql`${isChange} and action not in ('Script Liked', 'Script Unliked')`

/** The condition of the index of groups: changes of a group and of its members. */
export const isOfGroup = sql`(target_type = 'group' or action in ('Group Assigned', 'Group Removed'))`

/** As text, because a cast of metadata can fail. */
export const groupOf = sql<
  string | null
>`(case when target_type = 'group' then target_id::text else metadata ->> 'groupId' end)`

/**
 * The audit log, partitioned by month. Drizzle does not support partitions, so its migration is handwritten and must
 * match these columns. `userId` has no foreign key, because entries remain after the deletion of an account.
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
    index('activities_changes')
      .on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(isChange),
    index('activities_action')
      .on(table.action, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(isChange),
    index('activities_target')
      .on(table.targetType, table.targetId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(isChange),
    index('activities_edits')
      .on(table.targetType, table.targetId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(isEdit),
    index('activities_group')
      .on(groupOf, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(isOfGroup),
    index('activities_user').on(
      table.userId,
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
