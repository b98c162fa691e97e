import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'

import { belongsTo, textList } from '#platform/database/columns.ts'
import { licenses } from '#contract/scripts/licenses.ts'
import { scriptStatuses, maintenanceStates } from '#contract/scripts/script-limits.ts'
import { users } from '#server/access/users/users.tables.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** `scriptCount` is the number of published scripts, updated by the writes that change it. */
export const categories = pgTable('categories', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  nameKey: text('name_key').notNull().unique(),
  description: text().notNull().default(''),
  icon: text().notNull().default('Folder'),
  color: text().notNull().default('#ad9c7e'),
  scriptCount: integer('script_count').notNull().default(0),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})

/**
 * Names that categories had, and those of deleted categories whose scripts were moved: links with them still lead to the
 * scripts. A category that has the name now comes first.
 */
export const formerCategoryNames = pgTable(
  'former_category_names',
  {
    nameKey: text('name_key').primaryKey(),
    categoryId: belongsTo('category_id', () => categories.id),
  },
  (table) => [index('former_category_names_category').on(table.categoryId)],
)

/** `removed`: hidden by a moderator, see script_removals. */
export const publications = ['published', 'review', 'removed'] as const

/** The condition of the partial list indexes, which PostgreSQL uses only for exactly this text. */
export const published = sql`publication = 'published'`

/**
 * Only the columns of lists and counters: an update of a counter copies the whole row, so texts are in script_docs. The
 * indexes match the sort orders of lists; DESC needs NULLS FIRST to serve `order by x desc`.
 */
export const scripts = pgTable(
  'scripts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    categoryId: integer('category_id')
      .notNull()
      .references(() => categories.id),
    status: text({ enum: scriptStatuses }).notNull(),
    publication: text({ enum: publications }).notNull().default('published'),
    version: text().notNull().default('1.0.0'),
    tags: textList('tags'),
    /** URL of the first image, as in script_images. */
    image: text(),
    fileSize: bigint('file_size', { mode: 'number' }).notNull(),
    downloads: integer().notNull().default(0),
    views: integer().notNull().default(0),
    likes: integer().notNull().default(0),
    /** Attributes by the analysis of the current version, such as `framework:esx`. */
    attributes: textList('attributes'),
    /** The attributes that lists are filtered by, see attribute-bits.rules.ts. */
    attributeBits: integer('attribute_bits').notNull().default(0),
    /** The lowest build of the game server that the current version runs on. Null where it names none. */
    serverBuild: integer('server_build'),
    /** Counted downloads of the last 14 days, recent ones weigh more. */
    trend: integer().notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => {
    // New objects for each index, because `on` removes the sort order from its arguments.
    // The status is last, so that the index alone filters a list by status.
    const newest = () =>
      [table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst(), table.status] as const
    const downloads = () =>
      [table.downloads.desc().nullsFirst(), table.id.desc().nullsFirst(), table.status] as const
    const views = () => [table.views.desc().nullsFirst(), table.id.desc().nullsFirst(), table.status] as const
    return [
      index('scripts_newest')
        .on(...newest())
        .where(published),
      index('scripts_downloads')
        .on(...downloads())
        .where(published),
      index('scripts_views')
        .on(...views())
        .where(published),
      index('scripts_category_newest')
        .on(table.categoryId, ...newest())
        .where(published),
      index('scripts_category_downloads')
        .on(table.categoryId, ...downloads())
        .where(published),
      index('scripts_category_views')
        .on(table.categoryId, ...views())
        .where(published),
      index('scripts_user').on(
        table.userId,
        table.createdAt.desc().nullsFirst(),
        table.id.desc().nullsFirst(),
      ),
      index('scripts_tags').using('gin', table.tags),
      // A list of a category reads these two too: they are filtered by it without reading the rows.
      index('scripts_trend')
        .on(table.trend.desc().nullsFirst(), table.id.desc().nullsFirst(), table.status, table.categoryId)
        .where(published),
      index('scripts_updated')
        .on(table.updatedAt.desc().nullsFirst(), table.id.desc().nullsFirst(), table.status, table.categoryId)
        .where(published),
      // Counts a filtered list without reading the rows.
      index('scripts_attributes')
        .on(table.attributeBits, table.updatedAt.desc().nullsFirst(), table.categoryId, table.status)
        .where(published),
      // Lists of moderators: few scripts, and counters do not change most of these.
      index('scripts_not_published')
        .on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
        .where(sql`publication <> 'published'`),
      index('scripts_with_findings')
        .on(table.id)
        .where(sql`attributes && '{report:high,report:failed}'`),
      index('scripts_in_review')
        .on(table.id)
        .where(sql`publication = 'review'`),
      check('scripts_counters', sql`downloads >= 0 and views >= 0 and likes >= 0`),
    ]
  },
)

/** The texts of a script and its search document (words.rules.ts). */
export const scriptDocs = pgTable(
  'script_docs',
  {
    scriptId: integer('script_id')
      .primaryKey()
      .references(() => scripts.id, { onDelete: 'cascade' }),
    description: text().notNull(),
    document: tsvector().notNull(),
    /** Markdown. */
    documentation: text(),
    /** An SPDX identifier. */
    license: text({ enum: licenses }),
    sourceUrl: text('source_url'),
    documentationUrl: text('documentation_url'),
    supportUrl: text('support_url'),
  },
  // Every search scans the pending list, so it is small.
  (table) => [
    index('script_docs_document').using('gin', table.document).with({ gin_pending_list_limit: 64 }),
    index('script_docs_license')
      .on(table.license, table.scriptId)
      .where(sql`license is not null`),
  ],
)

/**
 * The search shortlist: the documents of the first few thousand scripts of each sort order. A common word is searched
 * only here. New scripts are added when they are created; `refreshShortlist` updates the rest.
 */
export const searchShortlist = pgTable(
  'search_shortlist',
  {
    scriptId: integer('script_id')
      .primaryKey()
      .references(() => scripts.id, { onDelete: 'cascade' }),
    document: tsvector().notNull(),
    /** True if the script is among the first of this order. */
    newest: boolean().notNull(),
    views: boolean().notNull(),
    /** Null when not among the first; otherwise the downloads at the last refresh, precise enough for ranking. */
    downloads: integer(),
  },
  (table) => [index('search_shortlist_document').using('gin', table.document).with({ fastupdate: false })],
)

/**
 * All distinct words of the documents. Fuzzy search compares words, whose number grows slowly, and not scripts, where
 * trigrams of short words match a tenth of all rows.
 */
export const scriptWords = pgTable('script_words', { word: text().primaryKey() }, (table) => [
  index('script_words_near').using('gin', table.word.op('gin_trgm_ops')),
])

/** The archive of a script: `key` is its key in the file store, `fileName` its original name. */
export const scriptFiles = pgTable('script_files', {
  scriptId: integer('script_id')
    .primaryKey()
    .references(() => scripts.id, { onDelete: 'cascade' }),
  /** Null when the archive is gone. */
  key: text().unique(),
  fileName: text('file_name').notNull(),
  extension: text().notNull(),
  size: bigint({ mode: 'number' }).notNull(),
  sha256: text().notNull(),
  entries: integer().notNull(),
  unpackedSize: bigint('unpacked_size', { mode: 'number' }).notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})

/** `key` is the folder of all widths in the file store. Rows never share a key, so files can be deleted with the row. */
export const scriptImages = pgTable(
  'script_images',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    scriptId: belongsTo('script_id', () => scripts.id),
    position: smallint().notNull(),
    key: text().notNull().unique(),
    url: text('address').notNull(),
    files: text().array().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    color: text().notNull(),
  },
  (table) => [index('script_images_script').on(table.scriptId, table.position)],
)

/** Published scripts by category and status: the facets of an unfiltered list come from here, not from a scan. */
export const scriptCounts = pgTable(
  'script_counts',
  {
    categoryId: belongsTo('category_id', () => categories.id),
    status: text({ enum: scriptStatuses }).notNull(),
    count: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.categoryId, table.status] })],
)

/** Few scripts have a state. A script without a row is maintained, and based on no other one. */
export const scriptStates = pgTable(
  'script_states',
  {
    scriptId: integer('script_id')
      .primaryKey()
      .references(() => scripts.id, { onDelete: 'cascade' }),
    maintenance: text({ enum: maintenanceStates }),
    basedOn: integer('based_on').references(() => scripts.id, { onDelete: 'set null' }),
  },
  (table) => [index('script_states_based_on').on(table.basedOn)],
)
