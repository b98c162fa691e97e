import {
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  jsonb,
} from 'drizzle-orm/pg-core'

import { belongsTo } from '#platform/database/columns.ts'
import { accountStatuses } from '#contract/access/users.ts'
import { bulkActKinds } from '#contract/access/bans.ts'
import type { CounterNotice, TakedownNotice } from '#contract/moderation/takedowns.ts'
import { removalReasons } from '#contract/scripts/removal-schemas.ts'
import { users } from '#server/access/users/users.tables.ts'
import { cases } from '#server/records/cases/cases.tables.ts'
import { scriptRemovals } from '#server/scripts/removals.tables.ts'

/** Bans, suspensions and lifted bans of many users in one call, so that they can be undone. */
export const bulkActs = pgTable(
  'bulk_acts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: bulkActKinds }).notNull(),
    actorId: belongsTo('actor_id', () => users.id),
    /** The authority of the actor at that time; another user needs at least as much to undo it. */
    actorAuthority: doublePrecision('actor_authority').notNull(),
    /** Why the scripts of these users were hidden too; null if they were not. */
    hiddenFor: text('hidden_for', { enum: removalReasons }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    undoneAt: timestamp('undone_at', { withTimezone: true }),
    undoneBy: integer('undone_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [index('bulk_acts_created').on(table.createdAt)],
)

/** The users for whom the act succeeded. */
export const bulkActUsers = pgTable(
  'bulk_act_users',
  {
    actId: belongsTo('act_id', () => bulkActs.id),
    userId: belongsTo('user_id', () => users.id),
    /** The ban that was issued or lifted. */
    banId: integer('ban_id'),
  },
  (table) => [
    primaryKey({ columns: [table.actId, table.userId] }),
    index('bulk_act_users_user').on(table.userId),
  ],
)

/** The removals of the scripts that the act hid. */
export const bulkActRemovals = pgTable(
  'bulk_act_removals',
  {
    actId: belongsTo('act_id', () => bulkActs.id),
    removalId: belongsTo('removal_id', () => scriptRemovals.id),
  },
  (table) => [
    primaryKey({ columns: [table.actId, table.removalId] }),
    index('bulk_act_removals_removal').on(table.removalId),
  ],
)

/** Reason and end of current suspensions. A status `suspended` that was set as a field of the account has none. */
export const suspensions = pgTable(
  'suspensions',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    reason: text(),
    endsAt: timestamp('ends_at', { withTimezone: true }),
    /** The status that the account has again after a timed suspension. */
    statusBefore: text('status_before', { enum: accountStatuses }).notNull(),
    issuedBy: integer('issued_by').references(() => users.id, { onDelete: 'set null' }),
    issuerName: text('issuer_name').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** The act that began it, with others. */
    bulkActId: integer('bulk_act_id').references(() => bulkActs.id, { onDelete: 'set null' }),
  },
  (table) => [index('suspensions_end').on(table.endsAt), index('suspensions_bulk_act').on(table.bulkActId)],
)

/** Dated notes about a user, for holders of admin.users.edit.notes. `authorName` outlives its user. */
export const userNotes = pgTable(
  'user_notes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: belongsTo('user_id', () => users.id),
    authorId: integer('author_id').references(() => users.id, { onDelete: 'set null' }),
    authorName: text('author_name').notNull(),
    text: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('user_notes_user').on(table.userId, table.id.desc().nullsFirst())],
)

/** Reasons that moderators reuse. */
export const savedReasons = pgTable(
  'saved_reasons',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: ['ban', 'suspend', 'hide'] }).notNull(),
    text: text().notNull(),
    createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('saved_reasons_kind').on(table.kind, table.id)],
)

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
    caseId: belongsTo('case_id', () => cases.id),
    userId: integer('user_id').notNull(),
    notice: jsonb().$type<CounterNotice>().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.caseId, table.userId] })],
)
