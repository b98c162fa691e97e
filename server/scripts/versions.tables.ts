import { bigint, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

import { scripts } from './scripts.tables.ts'

/**
 * The archives of a script. The current version has the key of `script_files`, which nodes of the previous release
 * write too; backfill-versions adds a missing version. Null: the archive was replaced and removed.
 */
export const scriptVersions = pgTable(
  'script_versions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    scriptId: integer('script_id')
      .notNull()
      .references(() => scripts.id, { onDelete: 'cascade' }),
    number: text().notNull(),
    key: text().unique(),
    fileName: text('file_name').notNull(),
    extension: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    sha256: text().notNull(),
    entries: integer().notNull(),
    unpackedSize: bigint('unpacked_size', { mode: 'number' }).notNull(),
    /** Null for an archive of an earlier release. */
    createdBy: integer('created_by'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    publishedAt: timestamp('published_at', { withTimezone: true }),
  },
  (table) => [
    index('script_versions_script').on(table.scriptId, table.id.desc().nullsFirst()),
    index('script_versions_archive').on(table.sha256, table.scriptId),
  ],
)

/** The names of the resources in the current version of a script, to link dependencies. */
export const scriptResources = pgTable(
  'script_resources',
  {
    name: text().notNull(),
    scriptId: integer('script_id')
      .notNull()
      .references(() => scripts.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.name, table.scriptId] }),
    index('script_resources_script').on(table.scriptId),
  ],
)

/** The author's comments on the findings of a rule in a file, for all versions. */
export const findingComments = pgTable(
  'finding_comments',
  {
    scriptId: integer('script_id')
      .notNull()
      .references(() => scripts.id, { onDelete: 'cascade' }),
    rule: text().notNull(),
    path: text().notNull(),
    text: text().notNull(),
    userId: integer('user_id'),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.scriptId, table.rule, table.path] })],
)
