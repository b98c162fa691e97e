import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

import { belongsTo } from '#platform/database/columns.ts'
import type { ProfileText } from '#contract/scripts/profiles.ts'
import { coAuthorRoles, scriptRoles } from '#contract/scripts/script-limits.ts'
import { users } from '#server/access/users/users.tables.ts'
import { invitationKinds } from '#contract/scripts/members.ts'

import { scripts } from './scripts.tables.ts'
import { collections } from './collections.tables.ts'

/** Co-authors. The owner is `scripts.user_id`: a script always has one, and never two. */
export const scriptMembers = pgTable(
  'script_members',
  {
    scriptId: belongsTo('script_id', () => scripts.id),
    userId: belongsTo('user_id', () => users.id),
    role: text({ enum: coAuthorRoles }).notNull(),
    since: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scriptId, table.userId] }),
    index('script_members_user').on(table.userId),
  ],
)

/** A team owns scripts by its row in `users`, which has its name, image and counters. */
export const teams = pgTable(
  'teams',
  {
    id: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    links: jsonb().$type<ProfileText['links']>().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
    /** A moderator hid its name, image, text and links. */
    removedAt: timestamp('removed_at', { withTimezone: true }),
    removedBy: integer('removed_by'),
    removalReason: text('removal_reason'),
    /** The name to return to. */
    hiddenName: text('hidden_name'),
  },
  (table) => [
    // Lists of moderators.
    index('teams_visible')
      .on(table.updatedAt.desc().nullsFirst(), table.id)
      .where(sql`removed_at is null`),
    index('teams_removed')
      .on(table.updatedAt.desc().nullsFirst(), table.id)
      .where(sql`removed_at is not null`),
    check('teams_hidden_name', sql`(removed_at is null) = (hidden_name is null)`),
  ],
)

/** The roles are those in all scripts of the team. Queries read them here, so they end with the row. */
export const teamMembers = pgTable(
  'team_members',
  {
    teamId: belongsTo('team_id', () => teams.id),
    userId: belongsTo('user_id', () => users.id),
    role: text({ enum: scriptRoles }).notNull(),
    since: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.userId] }),
    index('team_members_user').on(table.userId),
  ],
)

const invitationAnswers = ['accepted', 'declined', 'withdrawn'] as const

/** Invitations of co-authors and of editors of collections, and offers of a transfer. They stay until they expire, also answered ones. */
export const scriptInvitations = pgTable(
  'script_invitations',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Null for the invitation of an editor. */
    scriptId: integer('script_id').references(() => scripts.id, { onDelete: 'cascade' }),
    collectionId: integer('collection_id').references(() => collections.id, { onDelete: 'cascade' }),
    userId: belongsTo('user_id', () => users.id),
    kind: text({ enum: invitationKinds }).notNull(),
    role: text({ enum: coAuthorRoles }),
    invitedBy: integer('invited_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    answer: text({ enum: invitationAnswers }),
  },
  (table) => [
    uniqueIndex('script_invitations_open')
      .on(table.scriptId, table.userId)
      .where(sql`answer is null`),
    uniqueIndex('script_invitations_editor')
      .on(table.collectionId, table.userId)
      .where(sql`answer is null`),
    uniqueIndex('script_invitations_transfer')
      .on(table.scriptId)
      .where(sql`answer is null and kind = 'transfer'`),
    index('script_invitations_user').on(table.userId),
    index('script_invitations_inviter').on(table.invitedBy),
    index('script_invitations_expiry').on(table.expiresAt),
    check(
      'script_invitations_subject',
      sql`(kind = 'editor') = (script_id is null) and (kind = 'editor') = (collection_id is not null)`,
    ),
    check('script_invitations_role', sql`(kind = 'member') = (role is not null)`),
  ],
)

/** They stay until they expire, also answered ones. */
export const teamInvitations = pgTable(
  'team_invitations',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    teamId: belongsTo('team_id', () => teams.id),
    userId: belongsTo('user_id', () => users.id),
    role: text({ enum: scriptRoles }).notNull(),
    invitedBy: integer('invited_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    answer: text({ enum: invitationAnswers }),
  },
  (table) => [
    uniqueIndex('team_invitations_open')
      .on(table.teamId, table.userId)
      .where(sql`answer is null`),
    index('team_invitations_user').on(table.userId),
    index('team_invitations_inviter').on(table.invitedBy),
    index('team_invitations_expiry').on(table.expiresAt),
  ],
)
