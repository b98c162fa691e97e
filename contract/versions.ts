import { z } from 'zod/mini'

import {
  ArchiveContents,
  Capability,
  capabilityKinds,
  Finding,
  ResourceDescription,
  Severity,
} from './analysis.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, noNul, Pagination, paging, Time } from './fields.ts'

export const versionLimits = {
  pageSize: 20,
  commentMax: 500,
  noteMax: 500,
  pathMax: 4096,
  /** A position behind more waiting archives is not counted. */
  positionMax: 1000,
} as const

export const analysisStates = ['waiting', 'running', 'done', 'failed'] as const
export const AnalysisState = z.enum(analysisStates)
export type AnalysisState = z.output<typeof AnalysisState>

export const FindingCounts = z.object({ high: z.int(), medium: z.int(), low: z.int() })

/** A numbered archive of a script. */
export const VersionSummary = z.object({
  id: z.int(),
  scriptId: z.int(),
  number: z.string(),
  /** A version that waits is visible to the author and to moderators only. */
  state: z.enum(['waiting', 'published']),
  createdAt: Time,
  publishedAt: z.nullable(Time),
  isCurrent: z.boolean(),
  /** False when the archive was replaced; its report remains. */
  hasFile: z.boolean(),
  fileName: z.string(),
  fileSize: z.int(),
  sha256: z.string(),
  analysis: AnalysisState,
  /** Null until the archive is analysed, and when it could not be. */
  severity: z.nullable(Severity),
})
export type VersionSummary = z.output<typeof VersionSummary>

export const VersionPage = z.object({ versions: z.array(VersionSummary), pagination: Pagination })
export type VersionPage = z.output<typeof VersionPage>

/** What the card on the page of a script shows. */
export const AnalysisSummary = z.object({
  state: AnalysisState,
  /** Of a waiting archive, from 1. Null beyond 1000 and in every other state. */
  position: z.nullable(z.int()),
  /** A sentence, if the archive could not be read. */
  failure: z.nullable(z.string()),
  /** False when parts of the archive were not read. */
  isWhole: z.boolean(),
  counts: FindingCounts,
  /** The titles of the findings of severity high, without those that a moderator accepted. */
  high: z.array(z.string()),
  /** In the order of display; `values` is how many hosts, tables or names it has. */
  capabilities: z.array(z.object({ kind: z.enum(capabilityKinds), count: z.int(), values: z.int() })),
  resources: z.int(),
  games: z.array(z.string()),
  frameworks: z.array(z.string()),
  libraries: z.array(z.string()),
})
export type AnalysisSummary = z.output<typeof AnalysisSummary>

/**
 * What a script says about its current version. Missing in a stored response of an earlier release, and until an
 * archive of an earlier release has its version.
 */
export const currentVersionFields = {
  versionId: z.optional(z.int()),
  /** Of the worst finding; null until the archive is analysed, and when it could not be. */
  severity: z.optional(z.nullable(Severity)),
  analysis: z.optional(AnalysisSummary),
}

const verdicts = ['accepted', 'confirmed'] as const

/** A moderator's decision about a rule in one file content. An accepted finding does not count. */
export const Verdict = z.object({ verdict: z.enum(verdicts), note: z.string(), at: Time })

/** The author's comment on the findings of a rule in one file. */
export const FindingComment = z.object({ text: z.string(), at: Time })

export const ReportFinding = z.extend(Finding, {
  /** Of the first 16 bytes of the file's SHA-256, in hex. */
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
      script: z.nullable(z.object({ id: z.int(), name: z.string() })),
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
  /** Whether the version is the first one of its script; otherwise it is an update. */
  isFirstVersion: z.boolean(),
  /** The username, null for a deleted account or an archive of an earlier release. */
  uploadedBy: z.nullable(z.string()),
  isUploadedByAuthor: z.boolean(),
})

export const Report = z.object({
  version: VersionSummary,
  script: z.object({ id: z.int(), name: z.string(), author: z.string(), userId: z.int() }),
  context: ReportContext,
  state: AnalysisState,
  position: z.nullable(z.int()),
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
  /** Of all findings, without accepted ones. */
  counts: FindingCounts,
  /** How many findings a moderator accepted. */
  accepted: z.int(),
})
export type Report = z.output<typeof Report>

export const fileKinds = ['text', 'image', 'binary', 'escrowed'] as const

export const TreeFile = z.object({
  /** The contents are at `/files/content/{version}/{n}`. */
  n: z.int(),
  path: z.string(),
  size: z.int(),
  sha256: z.string(),
  kind: z.enum(fileKinds),
  /** The type by the first bytes, such as png or zip. */
  type: z.nullable(z.string()),
  lines: z.nullable(z.int()),
  /** Whether the contents can be shown. */
  isStored: z.boolean(),
  /** Why not, as a phrase such as "larger than 5 MB". */
  why: z.nullable(z.string()),
  /** Of the worst finding in it. */
  severity: z.nullable(Severity),
})
export type TreeFile = z.output<typeof TreeFile>

/** The files of a version in the order of the archive; empty until it is analysed. */
export const Tree = z.object({ version: VersionSummary, files: z.array(TreeFile) })
export type Tree = z.output<typeof Tree>

/** A rule of the catalogue, see rules.ts. */
export const Rule = z.object({
  id: z.string(),
  /** The highest severity that the rule reports. */
  severity: z.enum(['high', 'medium', 'low']),
  /** One step lower where the code runs on the client or in a page only. */
  isLowerOnClient: z.boolean(),
  title: z.string(),
  /** Why it deserves a look. */
  why: z.string(),
  /** What a reader of the code should check. */
  check: z.string(),
  /** The revision that introduced the rule. */
  since: z.int(),
})
export type Rule = z.output<typeof Rule>

export const RuleCatalogue = z.object({ revision: z.string(), rules: z.array(Rule) })
export type RuleCatalogue = z.output<typeof RuleCatalogue>

/** Larger numbers of archives are not counted. */
export const analysisStatusMax = 10_000

/** The archives in each state; `outdated` ones were scanned with an earlier rule set. At most 10,000 each. */
export const AnalysisStatus = z.object({
  waiting: z.int(),
  running: z.int(),
  failed: z.int(),
  outdated: z.int(),
})
export type AnalysisStatus = z.output<typeof AnalysisStatus>

const ruleId = z.string('Rule is required').check(z.regex(/^[a-z][a-z0-9-]{0,59}$/, 'Not a rule'))

export const FindingCommentChange = z.object({
  rule: ruleId,
  path: z
    .string('Path is required')
    .check(z.minLength(1, 'Path is required'), z.maxLength(versionLimits.pathMax, 'Path is too long'), noNul),
  /** An empty text removes the comment. */
  text: z
    .string('Text is required')
    .check(z.trim(), z.maxLength(versionLimits.commentMax, 'A comment is at most 500 characters'), noNul),
})
export type FindingCommentChange = z.output<typeof FindingCommentChange>

const FindingKey = z.object({
  rule: ruleId,
  fileSha256: z.string().check(z.regex(/^[0-9a-f]{32}$/, 'Not a hash')),
})

export const VerdictChange = z.object({
  verdict: z.enum(verdicts, 'Verdict must be accepted or confirmed'),
  note: z
    .string('Note is required')
    .check(
      z.trim(),
      z.minLength(3, 'Note must be at least 3 characters'),
      z.maxLength(versionLimits.noteMax, 'A note is at most 500 characters'),
      noNul,
    ),
})
export type VerdictChange = z.output<typeof VerdictChange>

export const ContentParams = z.object({
  version: Id,
  n: z.coerce.number().check(z.int(), z.gte(0), z.lte(100_000)),
})

export const versionsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/scripts/:id/versions',
    summary: 'List the versions of a script',
    description: 'Newest first. Versions that wait are listed for the author and moderators only.',
    access: 'anyone',
    usesToken: true,
    params: IdParams,
    query: z.object(paging(versionLimits.pageSize)),
    reply: VersionPage,
    limit: 'read',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/versions/:id',
    summary: 'Get a version',
    access: 'anyone',
    usesToken: true,
    params: IdParams,
    reply: VersionSummary,
    limit: 'read',
  }),
  report: endpoint({
    method: 'GET',
    path: '/api/versions/:id/report',
    summary: 'Get the report of a version',
    description:
      'What was found in its archive by reading it; nothing of it was run. The report does not show that an archive does no harm. Every text comes from the archive.',
    access: 'anyone',
    usesToken: true,
    params: IdParams,
    reply: Report,
    limit: 'read',
  }),
  files: endpoint({
    method: 'GET',
    path: '/api/versions/:id/files',
    summary: 'List the files of a version',
    description: 'The contents of file `n` are at `/files/content/{version}/{n}`.',
    access: 'anyone',
    usesToken: true,
    params: IdParams,
    reply: Tree,
    limit: 'read',
  }),
  comment: endpoint({
    method: 'PUT',
    path: '/api/scripts/:id/finding-comments',
    summary: 'Comment on a finding',
    description:
      'The author explains the findings of a rule in one file. The comment appears in the reports of all versions. An empty text removes it.',
    access: 'signed-in',
    params: IdParams,
    body: FindingCommentChange,
    reply: z.null(),
    status: 204,
    limit: 'write',
    errors: ['forbidden'],
  }),
  rules: endpoint({
    method: 'GET',
    path: '/api/rules',
    summary: 'List the rules',
    description: 'The catalogue of rules that archives are scanned with.',
    access: 'anyone',
    reply: RuleCatalogue,
    limit: 'read',
  }),
  status: endpoint({
    method: 'GET',
    path: '/api/analyses/status',
    summary: 'Get the state of the analyses',
    description:
      'How many archives wait, are read, could not be read, or were scanned with an earlier rule set.',
    access: 'admin.dashboard.view',
    reply: AnalysisStatus,
  }),
  setVerdict: endpoint({
    method: 'PUT',
    path: '/api/finding-verdicts/:rule/:fileSha256',
    summary: 'Set a verdict on a finding',
    description:
      'Applies to the rule in every file with this content. An accepted finding does not count towards the severity of an archive.',
    access: 'admin.scripts.moderate',
    params: FindingKey,
    body: VerdictChange,
    reply: z.null(),
    status: 204,
    limit: 'write',
  }),
  removeVerdict: endpoint({
    method: 'DELETE',
    path: '/api/finding-verdicts/:rule/:fileSha256',
    summary: 'Remove a verdict on a finding',
    access: 'admin.scripts.moderate',
    params: FindingKey,
    reply: z.null(),
    status: 204,
    limit: 'write',
  }),
}
