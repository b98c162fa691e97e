import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  check,
  primaryKey,
  doublePrecision,
} from 'drizzle-orm/pg-core'

import { belongsTo } from '#platform/database/columns.ts'
import { users } from './users/users.tables.ts'

export const userStyles = pgTable('user_styles', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  description: text().notNull().default(''),
  cssProperties: text('css_properties').notNull(),
  fontFamily: text('font_family').notNull().default('default'),
  isActive: boolean('is_active').notNull().default(true),
  priority: integer().notNull().default(0),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})

/** One row per user and style: another assignment renews it. */
export const styleAssignments = pgTable(
  'style_assignments',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: belongsTo('user_id', () => users.id),
    styleId: belongsTo('style_id', () => userStyles.id),
    assignedAt: timestamp('assigned_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    isActive: boolean('is_active').notNull().default(true),
  },
  (table) => [
    uniqueIndex('style_assignments_user_style').on(table.userId, table.styleId),
    index('style_assignments_style').on(
      table.styleId,
      table.assignedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('style_assignments_expiry')
      .on(table.expiresAt)
      .where(sql`is_active and expires_at is not null`),
  ],
)

/** A lower priority number means higher authority. Every write that changes memberships updates `memberCount`. */
export const groups = pgTable(
  'groups',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull().unique(),
    displayName: text('display_name').notNull(),
    description: text().notNull().default(''),
    color: text().notNull().default('#666666'),
    priority: integer().notNull().default(0),
    styleId: integer('style_id').references(() => userStyles.id, { onDelete: 'set null' }),
    isDefault: boolean('is_default').notNull().default(false),
    memberCount: integer('member_count').notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('groups_one_default')
      .on(table.isDefault)
      .where(sql`is_default`),
    check('groups_priority', sql`priority between 0 and 9999`),
  ],
)

export const groupPermissions = pgTable(
  'group_permissions',
  {
    groupId: belongsTo('group_id', () => groups.id),
    permissionKey: text('permission_key').notNull(),
  },
  (table) => [primaryKey({ columns: [table.groupId, table.permissionKey] })],
)

export const memberships = pgTable(
  'memberships',
  {
    userId: belongsTo('user_id', () => users.id),
    groupId: belongsTo('group_id', () => groups.id),
    isActive: boolean('is_active').notNull().default(true),
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.groupId] }),
    index('memberships_group').on(table.groupId, table.userId),
    index('memberships_expiry')
      .on(table.expiresAt)
      .where(sql`expires_at is not null`),
  ],
)

/** All bans ever issued; `activeBan` selects the active one. */
export const bans = pgTable(
  'bans',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: belongsTo('user_id', () => users.id),
    reason: text().notNull(),
    isPermanent: boolean('is_permanent').notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    issuedBy: integer('issued_by').references(() => users.id, { onDelete: 'set null' }),
    issuerName: text('issuer_name').notNull(),
    /** The authority at that time of the user who issued or last changed it; lifting the ban needs at least as much. */
    issuerAuthority: doublePrecision('issuer_authority').notNull(),
    /** When the end or the reason was changed last. */
    changedAt: timestamp('changed_at', { withTimezone: true }),
    liftedAt: timestamp('lifted_at', { withTimezone: true }),
    liftedBy: integer('lifted_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    uniqueIndex('bans_one_open')
      .on(table.userId)
      .where(sql`lifted_at is null`),
    index('bans_user').on(table.userId, table.createdAt.desc().nullsFirst()),
  ],
)
