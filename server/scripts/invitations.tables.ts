import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

import { belongsTo } from '#platform/database/columns.ts'
import { invitationKinds } from '#contract/scripts/members.ts'
import { coAuthorRoles, scriptRoles } from '#contract/scripts/script-limits.ts'
import { users } from '#server/access/users/users.tables.ts'

import { collections } from './collections.tables.ts'
import { teams } from './members.tables.ts'
import { scripts } from './scripts.tables.ts'

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
