import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

import { belongsTo, textList } from '#platform/database/columns.ts'
import {
  type ArchiveContents,
  type Capability,
  type ResourceDescription,
  severities,
  analysisStates,
} from '#contract/archives/analysis.ts'
import type { AnalysisSummary } from '#contract/scripts/versions.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export type Counts = { high: number; medium: number; low: number }

/** The content of the card of a script, without what changes with verdicts. */
export type CardSummary = Pick<
  AnalysisSummary,
  'capabilities' | 'resources' | 'games' | 'frameworks' | 'optionalFrameworks' | 'libraries'
>

export const analysisFailures = ['slow', 'memory', 'damaged', 'crashed', 'given-up', 'missing'] as const

/** The result of an analysis, by the hash of the archive: equal archives share it. The file of `packKey` has its texts and images. */
export const archiveAnalyses = pgTable(
  'archive_analyses',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    sha256: text().notNull().unique(),
    size: bigint({ mode: 'number' }).notNull(),
    extension: text().notNull(),
    state: text({ enum: analysisStates }).notNull().default('waiting'),
    failure: text({ enum: analysisFailures }),
    /** Lower ones first: `analysisPriority`. */
    priority: smallint().notNull(),
    /** Lower ones first within a priority: the uploaders take turns. */
    turn: integer().notNull().default(0),
    /** The uploader, who has no row of their own here: archives know no users. */
    requestedBy: integer('requested_by'),
    /** How often it was started without a result. */
    attempts: smallint().notNull().default(0),
    requestedAt: timestamp('requested_at', { withTimezone: true }).notNull().defaultNow(),
    startedAt: timestamp('started_at', { withTimezone: true }),
    finishedAt: timestamp('finished_at', { withTimezone: true }),
    milliseconds: integer(),
    /** The rule set of the last scan. */
    revision: text(),
    severity: text({ enum: severities }),
    isWhole: boolean('is_whole').notNull().default(true),
    contents: jsonb().$type<ArchiveContents>(),
    resources: jsonb().$type<ResourceDescription[]>(),
    resourcesTotal: integer('resources_total').notNull().default(0),
    capabilities: jsonb().$type<Capability[]>(),
    summary: jsonb().$type<CardSummary>(),
    /** All findings are in `found`, and those that were not accepted in `counts`. */
    found: jsonb().$type<Counts>(),
    counts: jsonb().$type<Counts>(),
    accepted: integer().notNull().default(0),
    /** The rules of severity high that count. */
    highRules: textList('high_rules'),
    attributes: textList('attributes'),
    packKey: text('pack_key').unique(),
    /** The rows of `archive_files`. Null until they are written. */
    fileHashes: integer('file_hashes'),
    packSize: bigint('pack_size', { mode: 'number' }),
    indexAt: bigint('index_at', { mode: 'number' }),
  },
  (table) => [
    index('archive_analyses_turns')
      .on(table.state, table.priority, table.turn, table.requestedAt, table.id)
      .where(sql`state <> 'done'`),
    // Nodes of the previous release use it.
    index('archive_analyses_queue')
      .on(table.state, table.priority, table.requestedAt, table.id)
      .where(sql`state <> 'done'`),
    index('archive_analyses_revision')
      .on(table.revision, table.id)
      .where(sql`state = 'done'`),
    index('archive_analyses_without_hashes')
      .on(table.id)
      .where(sql`file_hashes is null and pack_key is not null`),
  ],
)

/** A file is known by the first 16 bytes of its SHA-256. */
export const archiveFindings = pgTable(
  'archive_findings',
  {
    analysisId: belongsTo('analysis_id', () => archiveAnalyses.id),
    position: smallint().notNull(),
    rule: text().notNull(),
    severity: text({ enum: ['high', 'medium', 'low'] }).notNull(),
    side: text({ enum: ['server', 'client', 'shared', 'page', 'none'] }).notNull(),
    path: text().notNull(),
    line: integer(),
    excerpt: text().notNull(),
    detail: text(),
    isInComment: boolean('is_in_comment').notNull(),
    fileSha256: bytea('file_sha256').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.analysisId, table.position] }),
    index('archive_findings_file').on(table.fileSha256, table.rule, table.analysisId),
    index('archive_findings_listed')
      .on(table.detail)
      .where(sql`rule = 'blocklisted-text'`),
  ],
)

/** A moderator's decision about a rule in a file content. It holds in every archive with that file. */
export const findingVerdicts = pgTable(
  'finding_verdicts',
  {
    rule: text().notNull(),
    fileSha256: bytea('file_sha256').notNull(),
    verdict: text({ enum: ['accepted', 'confirmed'] }).notNull(),
    note: text().notNull(),
    decidedBy: integer('decided_by'),
    decidedAt: timestamp('decided_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.fileSha256, table.rule] })],
)

/** Archives and files by SHA-256 (of files the first 16 bytes, in hex), hosts, and texts of known backdoors. */
export const blocklistEntries = pgTable(
  'blocklist_entries',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: ['archive', 'file', 'host', 'text'] }).notNull(),
    value: text().notNull(),
    reason: text().notNull(),
    addedBy: integer('added_by'),
    /** The case that led to it. */
    caseId: integer('case_id'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    removedAt: timestamp('removed_at', { withTimezone: true }),
    /** The user who had the archive or file first: the entry does not concern what they submit. */
    sparedUserId: integer('spared_user_id'),
    /** Other scripts that the entry does not concern. */
    sparedScriptIds: integer('spared_script_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Copies that came to the spared user later: the entry concerns them. */
    concernedScriptIds: integer('concerned_script_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
  },
  (table) => [
    uniqueIndex('blocklist_entries_value')
      .on(table.kind, table.value)
      .where(sql`removed_at is null`),
    index('blocklist_entries_spared_user')
      .on(table.sparedUserId)
      .where(sql`removed_at is null and spared_user_id is not null`),
  ],
)

/**
 * What decisions changed about whom an entry spares, in their order, so that undoing one keeps the others. The first row of an
 * entry is what it spared before them; there is none while no decision changed it.
 */
export const blocklistChanges = pgTable(
  'blocklist_changes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    entryId: belongsTo('entry_id', () => blocklistEntries.id),
    /** The case that was decided. */
    caseId: integer('case_id'),
    sparedUserId: integer('spared_user_id'),
    sparedScriptIds: integer('spared_script_ids').array().notNull(),
    /** No longer spared. */
    againstUserIds: integer('against_user_ids').array().notNull(),
    againstScriptIds: integer('against_script_ids').array().notNull(),
  },
  (table) => [
    index('blocklist_changes_entry').on(table.entryId, table.id),
    index('blocklist_changes_case').on(table.caseId),
  ],
)

/**
 * Fingerprints of the code files of an archive, to find copies: `b` of the bytes, `t` of the tokens, which a copy with
 * other spaces, comments and names of locals keeps. `size` is that of the file in bytes.
 */
export const archiveFingerprints = pgTable(
  'archive_fingerprints',
  {
    analysisId: belongsTo('analysis_id', () => archiveAnalyses.id),
    kind: text({ enum: ['b', 't'] }).notNull(),
    /** The position of the file in the index of the pack. */
    position: integer().notNull(),
    hash: bytea().notNull(),
    size: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.analysisId, table.kind, table.position] }),
    index('archive_fingerprints_hash').on(table.hash),
  ],
)

/** The different files of an archive by the first 16 bytes of their SHA-256, without empty ones. */
export const archiveFiles = pgTable(
  'archive_files',
  {
    hash: bytea().notNull(),
    analysisId: belongsTo('analysis_id', () => archiveAnalyses.id),
  },
  (table) => [
    // Finds the archives of a hash without reading the table.
    primaryKey({ columns: [table.hash, table.analysisId] }),
    index('archive_files_analysis').on(table.analysisId),
  ],
)
