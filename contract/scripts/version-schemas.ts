import { z } from 'zod/mini'

import {
  AnalysisSide,
  AnalysisState,
  ArchiveContents,
  Capability,
  capabilityKinds,
  Finding,
  ResourceDescription,
  Severity,
} from '#contract/archives/analysis.ts'
import { Description } from '#contract/platform/description.ts'
import { NamedScript, NamedUser, noNul, Pagination, Time } from '#contract/platform/fields.ts'
import { scriptLimits } from './script-limits.ts'

export const versionLimits = {
  pageSize: 20,
  commentMax: 500,
  noteMax: 500,
  pathMax: 4096,
  /** In one archive. Earlier releases accepted more than the 50,000 of today. */
  filesMax: 100_000,
  changelogMax: scriptLimits.changelogMax,
  reasonMin: 10,
  reasonMax: 500,
  /** A position behind more waiting archives is not counted. */
  positionMax: 1000,
  /** The beginning of a text has at most this many lines. */
  textLinesMax: 2000,
  textLengthMax: 256 * 1024,
} as const

export const FindingCounts = z.object({ high: z.int(), medium: z.int(), low: z.int() })

export const withdrawalKinds = ['broken', 'security', 'other'] as const
/** `rejected`: a moderator did not publish it after a review. */
export const storedWithdrawalKinds = [...withdrawalKinds, 'rejected'] as const

/** A capability of a version in short; `value` is a host, a table or a name, null where the kind has none. */
export const CapabilityValue = z.object({
  kind: z.enum(capabilityKinds),
  side: AnalysisSide,
  value: z.nullable(z.string()),
})

/** The changes of a version compared with the version published before it. */
export const VersionChange = z.object({
  added: z.array(CapabilityValue),
  removed: z.array(CapabilityValue),
  files: z.object({ added: z.int(), removed: z.int(), changed: z.int() }),
})
export type VersionChange = z.output<typeof VersionChange>

export const Withdrawal = z.object({
  kind: z.enum(storedWithdrawalKinds),
  reason: z.string(),
  at: Time,
  /** The author can appeal it, see `withdrawnVersionId` of a case. */
  isByModerator: z.boolean(),
})

export type Withdrawal = z.output<typeof Withdrawal>

export const WithdrawalDraft = z.object({
  kind: z.enum(withdrawalKinds, 'Kind must be broken, security or other'),
  reason: z
    .string('Reason is required')
    .check(
      z.trim(),
      z.minLength(versionLimits.reasonMin, 'Reason must be at least 10 characters'),
      z.maxLength(versionLimits.reasonMax, 'Reason must be at most 500 characters'),
      noNul,
    ),
})
export type WithdrawalDraft = z.output<typeof WithdrawalDraft>

/** How long an archive waits for its analysis, or is being read. */
export const AnalysisWait = z.object({
  /** In the queue, from 1. Null beyond 1000, and while it is being read. */
  position: z.nullable(z.int()),
  /** Large archives have a queue of their own. */
  isLong: z.boolean(),
  /** About how long until the result is there, from the archives ahead and the last ones that were read. */
  seconds: z.int(),
  /** It was interrupted and starts again. */
  isRepeated: z.boolean(),
})
export type AnalysisWait = z.output<typeof AnalysisWait>

/** A numbered archive of a script. */
export const VersionSummary = z.object({
  id: z.int(),
  scriptId: z.int(),
  number: z.string(),
  /** Markdown, see description.ts. */
  changelog: z.string(),
  /** The parsed Markdown of `changelog`; missing without one, and in a stored response of an earlier release. */
  formattedChangelog: z.optional(Description),
  /**
   * A version that is scanned before it is published, or waits for a moderator, is visible to the author and to
   * moderators only.
   */
  state: z.enum(['scanning', 'waiting', 'published', 'withdrawn']),
  /** The case of a version that waits. */
  reviewId: z.optional(z.int()),
  withdrawal: z.nullable(Withdrawal),
  downloads: z.int(),
  /** Null for a first version, and until both versions are analysed. */
  change: z.nullable(VersionChange),
  createdAt: Time,
  /** In lists of versions: the author who uploaded it, also a former one. Missing for a moderator. */
  uploadedBy: z.optional(NamedUser),
  publishedAt: z.nullable(Time),
  isCurrent: z.boolean(),
  /** False when the archive was removed; its report remains. */
  hasFile: z.boolean(),
  fileName: z.string(),
  fileSize: z.int(),
  sha256: z.string(),
  analysis: AnalysisState,
  /** Set while the analysis waits or runs, in lists of versions. */
  wait: z.optional(AnalysisWait),
  /** Null until the archive is analysed, and when it could not be. */
  severity: z.nullable(Severity),
})
export type VersionSummary = z.output<typeof VersionSummary>

export const VersionPage = z.object({ versions: z.array(VersionSummary), pagination: Pagination })
export type VersionPage = z.output<typeof VersionPage>

export const findingBases = ['code', 'unloaded', 'text', 'comment', 'unread'] as const

/** The finding that the head of a report names: of the highest severity, without those that a moderator accepted. */
export const WorstFinding = z.object({
  rule: z.string(),
  title: z.string(),
  severity: z.enum(['high', 'medium', 'low']),
  path: z.string(),
  line: z.nullable(z.int()),
  /**
   * `code`: the code does it. `unloaded`: code that no manifest loads. `text`: a text was found, whatever the code does with it. `comment`: a text in a comment.
   * `unread`: code that cannot be read or followed.
   */
  basis: z.enum(findingBases),
  /** The author commented on it. */
  isExplained: z.boolean(),
  /** A moderator confirmed it. */
  isConfirmed: z.boolean(),
})
export type WorstFinding = z.output<typeof WorstFinding>

/** Missing in a stored response of an earlier release. */
const headFields = {
  /** Null without findings that count. */
  worst: z.optional(z.nullable(WorstFinding)),
  /** Null for an archive that neither waits nor is being read. */
  wait: z.optional(z.nullable(AnalysisWait)),
}

/** The content of the card on the page of a script. */
export const AnalysisSummary = z.object({
  state: AnalysisState,
  /** The place of a waiting archive, from 1. Null beyond 1000 and in every other state. */
  position: z.nullable(z.int()),
  /** A sentence, if the archive could not be read. */
  failure: z.nullable(z.string()),
  /** False when parts of the archive were not read. */
  isWhole: z.boolean(),
  counts: FindingCounts,
  ...headFields,
  /** How many findings a moderator accepted. */
  accepted: z.optional(z.int()),
  /** The titles of the findings of severity high, without those that a moderator accepted. */
  high: z.array(z.string()),
  /** In the order of display; `values` is how many hosts, tables or names it has. */
  capabilities: z.array(z.object({ kind: z.enum(capabilityKinds), count: z.int(), values: z.int() })),
  resources: z.int(),
  games: z.array(z.string()),
  frameworks: z.array(z.string()),
  /** Those of `frameworks` that it uses only where a server has them. */
  optionalFrameworks: z.optional(z.array(z.string())),
  libraries: z.array(z.string()),
})
export type AnalysisSummary = z.output<typeof AnalysisSummary>

/**
 * The data of a script about its current version. Missing in a stored response of an earlier release, and until an
 * archive of an earlier release has its version.
 */
export const currentVersionFields = {
  versionId: z.optional(z.int()),
  /** Versions that were published are counted, withdrawn ones included. */
  versionCount: z.optional(z.int()),
  /** The severity of the worst finding; null until the archive is analysed, and when it could not be. */
  severity: z.optional(z.nullable(Severity)),
  analysis: z.optional(AnalysisSummary),
  /** Set when every published version was withdrawn: then only the author and moderators can read the script. */
  withdrawal: z.optional(Withdrawal),
}

/** A signed URL of an archive. */
export const DownloadLink = z.object({
  downloadUrl: z.string(),
  scriptName: z.string(),
  fileName: z.string(),
  fileSize: z.int(),
  sha256: z.string(),
  expiresAt: Time,
})
export type DownloadLink = z.output<typeof DownloadLink>

export const verdicts = ['accepted', 'confirmed'] as const

/** A moderator's decision about a rule in one file content. An accepted finding does not count. */
export const Verdict = z.object({ verdict: z.enum(verdicts), note: z.string(), at: Time })

/** The author's comment on the findings of a rule in one file. */
export const FindingComment = z.object({ text: z.string(), at: Time })

export const ReportFinding = z.extend(Finding, {
  /** The first 16 bytes of the file's SHA-256, in hex. */
  fileSha256: z.string(),
  /** The title of the rule. */
  title: z.string(),
  verdict: z.nullable(Verdict),
  comment: z.nullable(FindingComment),
})
export type ReportFinding = z.output<typeof ReportFinding>

export const ReportResource = z.extend(ResourceDescription, {
  dependencies: z.array(
    z.object({
      name: z.string(),
      constraint: z.nullable(z.string()),
      /** The most downloaded published script that has a resource of this name. */
      script: z.nullable(NamedScript),
    }),
  ),
})
export type ReportResource = z.output<typeof ReportResource>

/** Facts beside the findings. */
export const ReportContext = z.object({
  /** When the account of the author was created. */
  authorSince: Time,
  /** How many published scripts the author has. */
  authorScripts: z.int(),
  /** True if the version is the first one of its script; otherwise it is an update. */
  isFirstVersion: z.boolean(),
  /** The version that was published before it, without those that were withdrawn. */
  previous: z.nullable(
    z.object({
      id: z.int(),
      number: z.string(),
      /** Its archive is stored and analysed. */
      isComparable: z.optional(z.boolean()),
    }),
  ),
  /** The username, null for a deleted account or an archive of an earlier release. */
  uploadedBy: z.nullable(z.string()),
  isUploadedByAuthor: z.boolean(),
})

export const Report = z.object({
  version: VersionSummary,
  script: z.object({ id: z.int(), name: z.string(), author: z.string(), userId: z.int() }),
  context: ReportContext,
  /** The script on which this one is based, by its author. `share`: how much of the code is in that script, in percent; null when none was found. */
  basedOn: z.nullable(z.object({ script: NamedScript, share: z.nullable(z.int()) })),
  state: AnalysisState,
  position: z.nullable(z.int()),
  ...headFields,
  failure: z.nullable(z.string()),
  /** The rule set of the scan. */
  revision: z.nullable(z.string()),
  scannedAt: z.nullable(Time),
  severity: z.nullable(Severity),
  isWhole: z.boolean(),
  contents: z.nullable(ArchiveContents),
  resources: z.array(ReportResource),
  resourcesTotal: z.int(),
  capabilities: z.array(Capability),
  /** At most 200, worst first, accepted ones last. */
  findings: z.array(ReportFinding),
  /** All findings are counted but accepted ones. */
  counts: FindingCounts,
  /** How many findings a moderator accepted. */
  accepted: z.int(),
})
export type Report = z.output<typeof Report>
