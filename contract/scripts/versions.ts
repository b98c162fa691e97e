import { z } from 'zod/mini'

import { AnalysisStatus, RuleCatalogue } from '#contract/archives/analysis.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { fromDigits, Id, IdParams, noNul, paging } from '#contract/platform/fields.ts'
import { FileText, Tree, TreeQuery } from './file-schemas.ts'
import { VersionDraft, VersionTexts } from './script-fields.ts'
import {
  DownloadLink,
  Report,
  verdicts,
  versionLimits,
  VersionPage,
  VersionSummary,
  WithdrawalDraft,
} from './version-schemas.ts'

export * from './file-schemas.ts'
export * from './version-schemas.ts'

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

const fileNumber = fromDigits(z.number('Not a number').check(z.int(), z.gte(0), z.lt(versionLimits.filesMax)))
export const ContentParams = z.object({ version: Id, n: fileNumber })

const read = {
  access: 'anyone',
  token: ['read', 'publish'],
  usesToken: true,
  params: IdParams,
} as const
const write = { access: 'signed-in', params: IdParams } as const
const verdict = {
  access: 'admin.scripts.moderate',
  params: FindingKey,
  reply: z.null(),
  status: 204,
} as const

export const versionsApi = {
  list: endpoint({
    ...read,
    method: 'GET',
    path: '/api/scripts/:id/versions',
    summary: 'List the versions of a script',
    description: 'Newest first. Versions that wait are listed for the authors and moderators only.',
    query: z.object(paging(versionLimits.pageSize)),
    reply: VersionPage,
  }),
  get: endpoint({
    ...read,
    method: 'GET',
    path: '/api/versions/:id',
    summary: 'Get a version',
    reply: VersionSummary,
  }),
  report: endpoint({
    ...read,
    method: 'GET',
    path: '/api/versions/:id/report',
    summary: 'Get the report of a version',
    description:
      'What the scanner found in its archive. The code was not run, and a report without findings does not prove that the archive is harmless. Every text comes from the archive.',
    reply: Report,
  }),
  files: endpoint({
    ...read,
    method: 'GET',
    path: '/api/versions/:id/files',
    summary: 'List the files of a version',
    description:
      'The contents of file `n` are at `/files/content/{version}/{n}`. With `path` only the file with this path is listed, or the files in this folder and its subfolders; with `limit` only the first ones.',
    query: TreeQuery,
    reply: Tree,
  }),
  text: endpoint({
    method: 'GET',
    path: '/api/versions/:id/texts/:n',
    summary: 'Get the beginning of a text of a version',
    description:
      'The first 2,000 lines of file `n`, at most 262,144 characters. The whole file is at `/files/content/{version}/{n}`.',
    access: 'anyone',
    usesToken: true,
    params: z.object({ id: Id, n: fileNumber }),
    reply: FileText,
  }),
  add: endpoint({
    ...write,
    method: 'POST',
    path: '/api/scripts/:id/versions',
    summary: 'Add a version',
    description:
      'By an author, who needs `scripts.upload`, or a moderator. Sends the archive as `scriptFile`, or names an earlier direct upload with `fileKey` and `fileSize`. Without a number, the last part of the current one is increased. Where new scripts are reviewed, the version waits until a moderator publishes the script again; only one version can wait.',
    token: ['publish'],
    body: VersionDraft,
    files: { scriptFile: 'A .zip, .rar or .7z archive of at most 1000 MB.' },
    takesIdempotencyKey: true,
    reply: VersionSummary,
    status: 201,
    errors: ['forbidden', 'conflict'],
  }),
  change: endpoint({
    ...write,
    method: 'PUT',
    path: '/api/versions/:id',
    summary: 'Change the changelog of a version',
    body: VersionTexts,
    reply: VersionSummary,
    errors: ['forbidden'],
  }),
  withdraw: endpoint({
    ...write,
    method: 'POST',
    path: '/api/versions/:id/withdraw',
    summary: 'Withdraw a version',
    description:
      'By an author or a moderator. The newest other published version becomes the current one; without one the script is hidden. The archive of a version that was withdrawn for security can only be downloaded by the author and moderators.',
    body: WithdrawalDraft,
    reply: VersionSummary,
    errors: ['forbidden', 'conflict'],
  }),
  restore: endpoint({
    ...write,
    method: 'POST',
    path: '/api/versions/:id/restore',
    summary: 'Restore a withdrawn version',
    description:
      'By the user who withdrew it, or a moderator. Only a moderator restores a version that was withdrawn for security.',
    reply: VersionSummary,
    errors: ['forbidden', 'conflict'],
  }),
  downloadUrl: endpoint({
    method: 'GET',
    path: '/api/versions/:id/download',
    summary: 'Get a download link of a version',
    description:
      'Like the download link of a script, for any version. `POST /api/scripts/{id}/download` then counts the download for the version.',
    access: 'scripts.download',
    token: ['download'],
    params: IdParams,
    reply: DownloadLink,
    limit: 'write',
  }),
  comment: endpoint({
    ...write,
    method: 'PUT',
    path: '/api/scripts/:id/finding-comments',
    summary: 'Comment on a finding',
    description:
      'The author explains the findings of a rule in one file. The comment appears in the reports of all versions. An empty text removes it.',
    body: FindingCommentChange,
    reply: z.null(),
    status: 204,
    errors: ['forbidden'],
  }),
  rules: endpoint({
    method: 'GET',
    path: '/api/rules',
    summary: 'List the rules',
    description: 'The catalogue of rules that archives are scanned with.',
    access: 'anyone',
    reply: RuleCatalogue,
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
    ...verdict,
    method: 'PUT',
    path: '/api/finding-verdicts/:rule/:fileSha256',
    summary: 'Set a verdict on a finding',
    description:
      'Applies to the rule in every file with this content. An accepted finding does not count towards the severity of an archive.',
    body: VerdictChange,
  }),
  removeVerdict: endpoint({
    ...verdict,
    method: 'DELETE',
    path: '/api/finding-verdicts/:rule/:fileSha256',
    summary: 'Remove a verdict on a finding',
  }),
}
