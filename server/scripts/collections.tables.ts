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
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

import { belongsTo } from '#platform/database/columns.ts'
import { visibilities } from '#contract/scripts/collections.ts'
import { users } from '#server/access/users/users.tables.ts'
import { scripts } from '#server/scripts/scripts.tables.ts'
import { scriptVersions } from '#server/scripts/versions.tables.ts'

const isPublic = sql`visibility = 'public' and removed_at is null`

/** PostgreSQL reads `-7`, `2.0`, `a/b`, `a.com` and `<b>` as one word each, and searches name the words without the signs. */
export const searchedText = sql`to_tsvector('simple', translate(title || ' ' || "text", '-+./:@<>&=?%#~', repeat(' ', 14)))`

/** Lists of scripts that a user makes. */
export const collections = pgTable(
  'collections',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: belongsTo('user_id', () => users.id),
    title: text().notNull(),
    /** Markdown. */
    text: text().notNull(),
    visibility: text({ enum: visibilities }).notNull(),
    /** The secret of the link. A collection that is shared again gets another one. */
    key: text(),
    /** "Saved for later": always private. */
    isSaved: boolean('is_saved').notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
    /** A trigger counts them, for the order of the list. */
    followers: integer().notNull().default(0),
    /** The time of the last notification of followers. */
    announcedAt: timestamp('announced_at', { withTimezone: true }),
    /** A moderator hid it: only its owner and moderators see it. */
    removedAt: timestamp('removed_at', { withTimezone: true }),
    removedBy: integer('removed_by'),
    removalReason: text('removal_reason'),
  },
  (table) => [
    index('collections_user').on(table.userId, table.id.desc().nullsFirst()),
    uniqueIndex('collections_saved')
      .on(table.userId)
      .where(sql`is_saved`),
    index('collections_public').on(table.id.desc().nullsFirst()).where(isPublic),
    index('collections_updated')
      .on(table.updatedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(isPublic),
    index('collections_followed')
      .on(table.followers.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(isPublic),
    index('collections_search').using('gin', searchedText).where(isPublic),
    // Lists of moderators.
    index('collections_removed')
      .on(table.id.desc().nullsFirst())
      .where(sql`removed_at is not null`),
    check('collections_key', sql`(visibility = 'link') = (key is not null)`),
    check('collections_saved_is_private', sql`not is_saved or visibility = 'private'`),
  ],
)

/** Users who change the texts and scripts of a collection with its owner. */
export const collectionEditors = pgTable(
  'collection_editors',
  {
    collectionId: belongsTo('collection_id', () => collections.id),
    userId: belongsTo('user_id', () => users.id),
    since: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.collectionId, table.userId] }),
    index('collection_editors_user').on(table.userId),
  ],
)

/** A script that was deleted leaves an entry without one. */
export const collectionEntries = pgTable(
  'collection_entries',
  {
    collectionId: belongsTo('collection_id', () => collections.id),
    position: integer().notNull(),
    /** The owner of the collection, whose export has the entries. */
    userId: belongsTo('user_id', () => users.id),
    scriptId: integer('script_id').references(() => scripts.id, { onDelete: 'set null' }),
    /** Null for the current version. */
    versionId: integer('version_id').references(() => scriptVersions.id, { onDelete: 'set null' }),
    note: text().notNull(),
    addedAt: timestamp('added_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.collectionId, table.position] }),
    unique('collection_entries_script_once').on(table.userId, table.collectionId, table.scriptId),
    index('collection_entries_script').on(table.scriptId),
    index('collection_entries_version')
      .on(table.versionId)
      .where(sql`version_id is not null`),
  ],
)
