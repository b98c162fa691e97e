import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

import { userStyles } from '#server/access/user-styles/user-styles.tables.ts'
import { users } from '#server/access/users/users.tables.ts'

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
    groupId: integer('group_id')
      .notNull()
      .references(() => groups.id, { onDelete: 'cascade' }),
    permissionKey: text('permission_key').notNull(),
  },
  (table) => [primaryKey({ columns: [table.groupId, table.permissionKey] })],
)

export const memberships = pgTable(
  'memberships',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    groupId: integer('group_id')
      .notNull()
      .references(() => groups.id, { onDelete: 'cascade' }),
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
