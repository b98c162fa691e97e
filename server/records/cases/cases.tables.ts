import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

import { belongsTo } from '#platform/database/columns.ts'
import type { Evidence } from '#contract/moderation/case-drafts.ts'
import {
  caseDecisions,
  caseKinds,
  caseReasons,
  caseStates,
  messageAudiences,
} from '#contract/records/case-kinds.ts'

/** The sender of a takedown notice, who needs no account. `secretHash` is that of the secret in the status link. */
export type Claimant = {
  name: string
  email: string
  isConfirmed: boolean
  secretHash: string
  onBehalfOf: string
  work: string
  /** The typed signature. */
  signature: string
}

/**
 * Reviews, reports, appeals and takedowns. Plain ids without foreign keys, because a case outlives its subject; `title`
 * is the name of the subject at that time.
 */
export const cases = pgTable(
  'cases',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: caseKinds }).notNull(),
    state: text({ enum: caseStates }).notNull().default('open'),
    scriptId: integer('script_id'),
    versionId: integer('version_id'),
    /** The user concerned: the author of the script, or the reported or banned user. */
    userId: integer('user_id'),
    /**
     * The decision that is appealed: `ban:3`, `removal:5`, `withdrawal:8:` with a time, `text:13` of a case, or
     * `text:profile:7:` with a time. It can be appealed once.
     */
    appealed: text(),
    /** The case whose decision is appealed, if it was one. */
    parentId: integer('parent_id'),
    /** The user who made the appealed decision. Another user decides the appeal. */
    appealedUserId: integer('appealed_user_id'),
    archiveSha256: text('archive_sha256'),
    title: text().notNull(),
    openedBy: integer('opened_by'),
    reportCount: integer('report_count').notNull().default(1),
    claimant: jsonb().$type<Claimant>(),
    reason: text({ enum: caseReasons }).notNull(),
    text: text().notNull().default(''),
    evidence: jsonb()
      .$type<Evidence[]>()
      .notNull()
      .default(sql`'[]'`),
    claimedBy: integer('claimed_by'),
    claimedUntil: timestamp('claimed_until', { withTimezone: true }),
    dueAt: timestamp('due_at', { withTimezone: true }),
    decision: text({ enum: caseDecisions }),
    /** For the parties. */
    response: text(),
    /** In the public log. */
    logNote: text('log_note'),
    decidedBy: integer('decided_by'),
    decidedAt: timestamp('decided_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('cases_queue')
      .on(table.kind, table.createdAt, table.id)
      .where(sql`state = 'open'`),
    index('cases_claimed')
      .on(table.claimedUntil)
      .where(sql`state = 'open' and claimed_by is not null`),
    index('cases_script').on(table.scriptId, table.id),
    index('cases_version').on(table.versionId, table.id),
    index('cases_user').on(table.userId, table.id),
    index('cases_opener').on(table.openedBy, table.id),
    index('cases_archive')
      .on(table.archiveSha256)
      .where(sql`state = 'open'`),
    index('cases_open')
      .on(table.createdAt, table.id)
      .where(sql`state = 'open'`),
    index('cases_log')
      .on(table.decidedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`decision is not null`),
    index('cases_log_kind')
      .on(table.kind, table.decidedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`decision is not null`),
    index('cases_log_decision')
      .on(table.decision, table.decidedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`decision is not null`),
    uniqueIndex('cases_one_review')
      .on(table.versionId)
      .where(sql`state = 'open' and kind = 'review'`),
    uniqueIndex('cases_one_report')
      .on(table.openedBy, table.userId, sql`coalesce(${table.scriptId}, 0)`)
      .where(sql`state = 'open' and kind = 'report'`),
    uniqueIndex('cases_one_appeal')
      .on(table.appealed)
      .where(sql`kind = 'appeal'`),
  ],
)

/** Further reports of what a case is about, one of each reporter; the row of the case has the first. */
export const caseReports = pgTable(
  'case_reports',
  {
    caseId: belongsTo('case_id', () => cases.id),
    userId: integer('user_id').notNull(),
    versionId: integer('version_id'),
    reason: text({ enum: caseReasons }).notNull(),
    text: text().notNull(),
    evidence: jsonb().$type<Evidence[]>().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.caseId, table.userId] }),
    index('case_reports_user').on(table.userId, table.createdAt),
  ],
)

/** The decisions before a case was opened again; its row has the last decision. */
export const earlierDecisions = pgTable(
  'earlier_decisions',
  {
    caseId: belongsTo('case_id', () => cases.id),
    decision: text({ enum: caseDecisions }).notNull(),
    logNote: text('log_note'),
    decidedAt: timestamp('decided_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.caseId, table.decidedAt] }),
    index('earlier_decisions_log').on(table.decidedAt),
  ],
)

/** All scripts of a takedown notice; `script_id` of its case is the first. Plain ids: a case outlives them. */
export const takedownScripts = pgTable(
  'takedown_scripts',
  {
    caseId: belongsTo('case_id', () => cases.id),
    scriptId: integer('script_id').notNull(),
    userId: integer('user_id').notNull(),
    name: text().notNull(),
    takenDownAt: timestamp('taken_down_at', { withTimezone: true }),
    restoredAt: timestamp('restored_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.caseId, table.scriptId] }),
    index('takedown_scripts_script').on(table.scriptId),
  ],
)

/** How many cases there are, so that no list counts rows. */
export const caseCounts = pgTable(
  'case_counts',
  {
    kind: text({ enum: caseKinds }).notNull(),
    reason: text({ enum: caseReasons }).notNull(),
    /** `ended`: closed without a decision, for example because the author withdrew the version. */
    outcome: text({ enum: ['open', 'ended', ...caseDecisions] }).notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.reason, table.outcome] })],
)

/** Messages of a case. Those with the audience `staff` are internal notes, or messages of a party to the staff. */
export const caseMessages = pgTable(
  'case_messages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    caseId: belongsTo('case_id', () => cases.id),
    /** Null: the system, or the claimant of a takedown notice. */
    authorId: integer('author_id'),
    /** The sender, as the parties see it. */
    from: text({ enum: ['system', 'staff', 'author', 'opener'] }).notNull(),
    audience: text({ enum: messageAudiences }).notNull(),
    /** The only one of several reporters who reads it. */
    recipientId: integer('recipient_id'),
    text: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('case_messages_case').on(table.caseId, table.id)],
)
