import { sql } from 'drizzle-orm'
import {
  bigserial,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  bigint,
  date,
  check,
  smallint,
} from 'drizzle-orm/pg-core'

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

/** Searches without a result. */
export const emptySearches = pgTable(
  'empty_searches',
  {
    day: date().notNull(),
    query: text().notNull(),
    count: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.query] }),
    index('empty_searches_day').on(table.day, table.count.desc().nullsFirst()),
  ],
)

/** The current totals in one row, updated by writes. Downloads can exceed the integer type. */
export const siteTotals = pgTable(
  'site_totals',
  {
    id: smallint().primaryKey().default(1),
    scripts: integer().notNull().default(0),
    users: integer().notNull().default(0),
    downloads: bigint({ mode: 'number' }).notNull().default(0),
    partners: integer().notNull().default(0),
  },
  () => [check('site_totals_one_row', sql`id = 1`)],
)

/** The last snapshot of each day. */
export const dailyStats = pgTable('daily_stats', {
  day: date().primaryKey(),
  scripts: integer().notNull(),
  users: integer().notNull(),
  downloads: bigint({ mode: 'number' }).notNull(),
  partners: integer().notNull(),
  takenAt: timestamp('taken_at', { withTimezone: true }).notNull().defaultNow(),
})
