import { z } from 'zod/mini'

import { Place, Severity } from '#contract/archives/analysis.ts'
import {
  CaseDecision,
  CaseKind,
  CaseReason,
  caseStates,
  messageAudiences,
} from '#contract/records/case-kinds.ts'
import {
  NamedScript,
  NamedUser,
  noNul,
  Pagination,
  paging,
  Time,
  wellFormed,
} from '#contract/platform/fields.ts'
import { VersionSummary } from '#contract/scripts/version-schemas.ts'

import { caseLimits } from './case-limits.ts'
import { TextKey } from './moderated-texts.ts'

export * from '#contract/records/case-kinds.ts'
export { caseLimits } from './case-limits.ts'
export { removalReasons, type RemovalReason } from '#contract/scripts/removal-schemas.ts'

/** A link, with the text of a user that it is about. */
export const EvidenceLink = z.object({ url: z.string(), text: z.optional(TextKey) })
const StoredEvidence = z.union([EvidenceLink, Place])

export const RuleId = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,59}$/, 'Not a rule'))

/** A hidden script has a name for those who may see it. */
const CaseScript = z.extend(NamedScript, { isHidden: z.boolean() })

/** One of the reports that a case is about. */
export const CaseReport = z.object({
  /** Only for staff, with the decisions on all their reports: `upheld` are those that were not dismissed. */
  reporter: z.nullable(z.extend(NamedUser, { reports: z.int(), upheld: z.int(), dismissed: z.int() })),
  reason: CaseReason,
  text: z.string(),
  evidence: z.array(StoredEvidence),
  version: z.nullable(z.object({ id: z.int(), number: z.string() })),
  at: Time,
})
export type CaseReport = z.output<typeof CaseReport>

export const CaseMessage = z.object({
  id: z.int(),
  /** The parties see staff members as `staff`; staff members see `name`. */
  from: z.enum(['system', 'staff', 'author', 'opener']),
  name: z.nullable(z.string()),
  audience: z.enum(messageAudiences),
  /** For staff: the only one of several reporters who reads it. */
  recipient: z.nullable(z.string()),
  text: z.string(),
  at: Time,
})
export type CaseMessage = z.output<typeof CaseMessage>

export const Case = z.object({
  id: z.int(),
  kind: CaseKind,
  state: z.enum(caseStates),
  /** The name of the subject when the case was opened. */
  title: z.string(),
  /** Null when it was deleted, or the case has none. */
  script: z.nullable(CaseScript),
  /** All scripts of a takedown notice; `script` is the first of them. Empty for other cases. */
  noticeScripts: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      uploader: z.nullable(z.string()),
      isDeleted: z.boolean(),
      isTakenDown: z.boolean(),
      /** 14 days after the counter-notice of its uploader. Null without one. */
      restorableAt: z.nullable(Time),
    }),
  ),
  version: z.nullable(VersionSummary),
  /** The user concerned. */
  user: z.nullable(NamedUser),
  /** The case whose decision is appealed. */
  parent: z.nullable(z.object({ id: z.int(), decision: z.nullable(CaseDecision) })),
  reason: CaseReason,
  text: z.string(),
  evidence: z.array(StoredEvidence),
  /** Only for staff and the opener. */
  openedBy: z.nullable(z.string()),
  /** For the kind `report`, oldest first and at most 20: staff see all, the author none of the reporters, a reporter their own. */
  reports: z.array(CaseReport),
  reportCount: z.int(),
  /** The place of an open review in the queue, and the median time of recent reviews. */
  position: z.nullable(z.object({ at: z.int(), of: z.int(), typicalMinutes: z.nullable(z.int()) })),
  /** Only for staff. */
  claimedBy: z.nullable(z.string()),
  claimedUntil: z.nullable(Time),
  isClaimedByMe: z.boolean(),
  dueAt: z.nullable(Time),
  decision: z.nullable(CaseDecision),
  response: z.nullable(z.string()),
  decidedAt: z.nullable(Time),
  createdAt: Time,
  /** The latest 20, oldest first. */
  messages: z.array(CaseMessage),
  hasEarlierMessages: z.boolean(),
  /** How the reader takes part. */
  role: z.enum(['staff', 'author', 'opener']),
  /** The rights of the reader now. `blockedBy` says in a sentence why a staff member cannot decide. */
  canMessage: z.boolean(),
  /** Staff let the author and the reporters of an open case write to each other. */
  hasDirectMessages: z.boolean(),
  canAppeal: z.boolean(),
  canDecide: z.boolean(),
  /** Scripts of a decided takedown are hidden, and the reader may restore them with a reason. */
  canRestore: z.boolean(),
  /** For staff: the decision in force that already answers an open report, which cannot be `dismissed` then. */
  answeredBy: z.nullable(CaseDecision),
  /** For staff: how many texts that an open report names still exist. */
  reportedTexts: z.nullable(z.int()),
  blockedBy: z.nullable(z.string()),
  /** For staff: how many other cases the author has. */
  others: z.nullable(z.object({ author: z.int(), authorAgainst: z.int() })),
  /** For staff: what is known about the user concerned. */
  userRecord: z.nullable(
    z.object({
      registeredAt: Time,
      publishedScripts: z.int(),
      groups: z.array(z.string()),
      bans: z.int(),
      isBanned: z.boolean(),
      /** The latest decisions of other cases, newest first. */
      decisions: z.array(
        z.object({ id: z.int(), kind: CaseKind, title: z.string(), decision: CaseDecision, at: Time }),
      ),
    }),
  ),
})
export type Case = z.output<typeof Case>

/** Oldest first. */
export const CaseMessagePage = z.object({ messages: z.array(CaseMessage), hasEarlierMessages: z.boolean() })
export type CaseMessagePage = z.output<typeof CaseMessagePage>

export const CaseReportPage = z.object({ reports: z.array(CaseReport), pagination: Pagination })
export type CaseReportPage = z.output<typeof CaseReportPage>

/** A case in a list. */
export const CaseRow = z.object({
  id: z.int(),
  kind: CaseKind,
  state: z.enum(caseStates),
  title: z.string(),
  script: z.nullable(CaseScript),
  user: z.nullable(NamedUser),
  number: z.nullable(z.string()),
  reason: CaseReason,
  /** More than 1 when several users reported the same. */
  reportCount: z.int(),
  /** The severity of the worst finding of the version. */
  severity: z.nullable(Severity),
  /** The worst finding that no moderator accepted. Only in the queue. */
  finding: z.nullable(
    z.object({ rule: z.string(), title: z.string(), path: z.string(), line: z.nullable(z.int()) }),
  ),
  /** True if the version is the first one of its script. Only in the queue. */
  isFirstVersion: z.nullable(z.boolean()),
  /** For example "81% of the code is in X by Y, uploaded 14 months earlier". */
  similarity: z.nullable(z.string()),
  claimedBy: z.nullable(z.string()),
  claimedUntil: z.nullable(Time),
  dueAt: z.nullable(Time),
  decision: z.nullable(CaseDecision),
  createdAt: Time,
})
export type CaseRow = z.output<typeof CaseRow>

export const CaseCounts = z.object({ review: z.int(), report: z.int(), appeal: z.int(), takedown: z.int() })
export type CaseCounts = z.output<typeof CaseCounts>

export const CaseQueueQuery = z.object({
  ...paging(caseLimits.pageSize),
  kind: z.optional(CaseKind),
  state: z._default(z.enum(caseStates, 'State must be open or closed'), 'open'),
  claimed: z.optional(z.enum(['me', 'none'], 'Claimed must be me or none')),
  /** For open cases: the archive has a finding of this rule that no moderator accepted. */
  rule: z.optional(RuleId),
  /** The name of the user concerned. */
  author: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Author is too long'), noNul, wellFormed)),
})
export type CaseQueueQuery = z.output<typeof CaseQueueQuery>

/** Oldest first. `counts` are those of the open cases. */
export const CaseQueue = z.object({
  cases: z.array(CaseRow),
  counts: CaseCounts,
  /** When the oldest open case was opened. */
  oldestAt: z.nullable(Time),
  pagination: Pagination,
})
export type CaseQueue = z.output<typeof CaseQueue>

export const OwnCases = z.object({ cases: z.array(CaseRow), pagination: Pagination })
export type OwnCases = z.output<typeof OwnCases>
