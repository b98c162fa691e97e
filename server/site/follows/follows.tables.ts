import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, timestamp, unique } from 'drizzle-orm/pg-core'

import { belongsTo } from '#platform/database/columns.ts'
import { followedNews } from '#contract/site/follows.ts'
import { frameworks, games } from '#contract/scripts/script-limits.ts'
import { collections } from '#server/scripts/collections.tables.ts'
import { scripts } from '#server/scripts/scripts.tables.ts'
import { users } from '#server/access/users/users.tables.ts'

const userId = () => belongsTo('user_id', () => users.id)

const filters = () => ({
  framework: text({ enum: frameworks }),
  game: text({ enum: games }),
})

/** A user follows a script, an author or a collection. A trigger of the migration counts the followers. */
export const follows = pgTable(
  'follows',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: userId(),
    scriptId: integer('script_id').references(() => scripts.id, { onDelete: 'cascade' }),
    authorId: integer('author_id').references(() => users.id, { onDelete: 'cascade' }),
    collectionId: integer('collection_id').references(() => collections.id, { onDelete: 'cascade' }),
    news: text({ enum: followedNews }).notNull().default('all'),
    ...filters(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    unique('follows_script').on(table.scriptId, table.userId),
    unique('follows_author').on(table.authorId, table.userId),
    unique('follows_collection').on(table.collectionId, table.userId),
    index('follows_user').on(table.userId, table.id.desc().nullsFirst()),
    check('follows_target', sql`num_nonnulls(script_id, author_id, collection_id) = 1`),
    check('follows_self', sql`author_id is distinct from user_id`),
  ],
)

/** Counts followers of scripts and authors. A collection has its number itself, which its list is sorted by. */
export const followCounts = pgTable(
  'follow_counts',
  {
    kind: text({ enum: ['script', 'author'] }).notNull(),
    targetId: integer('target_id').notNull(),
    followers: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.targetId] })],
)

/** Filters of a list of scripts: a user is notified of the versions of scripts that match them. */
export const savedSearches = pgTable(
  'saved_searches',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: userId(),
    name: text().notNull(),
    q: text(),
    category: text(),
    tag: text(),
    ...filters(),
    news: text({ enum: followedNews }).notNull().default('all'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('saved_searches_user').on(table.userId, table.id)],
)
