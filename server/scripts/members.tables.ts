import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

import { invitationKinds } from '#contract/scripts/members.ts'
import { coAuthorRoles } from '#contract/scripts/script-schemas.ts'
import { users } from '#server/access/users/users.tables.ts'
import { collections } from '#server/scripts/collections.tables.ts'
import { scripts } from '#server/scripts/scripts.tables.ts'

/** Co-authors. The owner is `scripts.user_id`: a script always has one, and never two. */
export const scriptMembers = pgTable(
  'script_members',
  {
    scriptId: integer('script_id')
      .notNull()
      .references(() => scripts.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text({ enum: coAuthorRoles }).notNull(),
    since: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scriptId, table.userId] }),
    index('script_members_user').on(table.userId),
  ],
)

export const invitationAnswers = ['accepted', 'declined', 'withdrawn'] as const

/** Invitations of co-authors and of editors of collections, and offers of a transfer. They stay until they expire, also answered ones. */
export const scriptInvitations = pgTable(
  'script_invitations',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Null for the invitation of an editor. */
    scriptId: integer('script_id').references(() => scripts.id, { onDelete: 'cascade' }),
    collectionId: integer('collection_id').references(() => collections.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
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
