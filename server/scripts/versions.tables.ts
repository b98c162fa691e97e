import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'

import { belongsTo } from '#platform/database/columns.ts'
import { storedWithdrawalKinds, type VersionChange } from '#contract/scripts/version-schemas.ts'
import { cases } from '#server/records/cases/cases.tables.ts'

import { scripts } from './scripts.tables.ts'

/**
 * The archives of a script. The current version has the key of `script_files`. A version without a key has no archive
 * anymore.
 */
export const scriptVersions = pgTable(
  'script_versions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    scriptId: belongsTo('script_id', () => scripts.id),
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
    /** False for a moderator. Null for a version of an earlier release. */
    isByAuthor: boolean('is_by_author'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** Null while the version waits for review. */
    publishedAt: timestamp('published_at', { withTimezone: true }),
    /** The former `publishedAt` of a version that waits because of the blocklist. It returns when the entry is removed. */
    publishedBeforeBlock: timestamp('published_before_block', { withTimezone: true }),
    changelog: text().notNull().default(''),
    downloads: integer().notNull().default(0),
    /** Compared with the version published before. Null for a first version, and until both are analysed. */
    change: jsonb().$type<VersionChange>(),
    withdrawnAt: timestamp('withdrawn_at', { withTimezone: true }),
    withdrawalKind: text('withdrawal_kind', { enum: storedWithdrawalKinds }),
    withdrawalReason: text('withdrawal_reason'),
    withdrawnBy: integer('withdrawn_by'),
    /** Null for a withdrawal of an earlier release. */
    withdrawnByModerator: boolean('withdrawn_by_moderator'),
    /** The case whose decision withdrew or rejected the version. */
    withdrawnCaseId: integer('withdrawn_case_id').references(() => cases.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('script_versions_script').on(table.scriptId, table.id.desc().nullsFirst()),
    index('script_versions_recalled')
      .on(table.withdrawnAt.desc().nullsFirst())
      .where(sql`withdrawal_kind = 'security'`),
    index('script_versions_archive').on(table.sha256, table.scriptId),
    index('script_versions_waiting')
      .on(table.scriptId)
      .where(sql`published_at is null and withdrawn_at is null`),
  ],
)

/**
 * The archives of deleted scripts, and files in them that had a finding of severity high: by SHA-256 in hex (of files the first
 * 16 bytes), for each user who uploaded it or was an author. Such a user decides nothing about it, and a takedown of the script
 * still holds it. Plain ids: the script is gone.
 */
export const deletedArchives = pgTable(
  'deleted_archives',
  {
    hash: text().notNull(),
    userId: integer('user_id').notNull(),
    scriptId: integer('script_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.hash, table.userId, table.scriptId] })],
)

/** The names of the resources in the current version of a script, to link dependencies. */
export const scriptResources = pgTable(
  'script_resources',
  {
    name: text().notNull(),
    scriptId: belongsTo('script_id', () => scripts.id),
  },
  (table) => [
    primaryKey({ columns: [table.name, table.scriptId] }),
    index('script_resources_script').on(table.scriptId),
  ],
)

/** The resources that the current version of a script needs, to list its dependents. */
export const scriptNeeds = pgTable(
  'script_needs',
  {
    name: text().notNull(),
    scriptId: belongsTo('script_id', () => scripts.id),
  },
  (table) => [
    primaryKey({ columns: [table.name, table.scriptId] }),
    index('script_needs_script').on(table.scriptId),
  ],
)

/** The author's comments on the findings of a rule in a file, for all versions. */
export const findingComments = pgTable(
  'finding_comments',
  {
    scriptId: belongsTo('script_id', () => scripts.id),
    rule: text().notNull(),
    path: text().notNull(),
    text: text().notNull(),
    userId: integer('user_id'),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.scriptId, table.rule, table.path] })],
)
