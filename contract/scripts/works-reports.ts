import { z } from 'zod/mini'

import { endpoint } from '#contract/platform/endpoint.ts'
import {
  Id,
  IdParams,
  NamedUser,
  noNul,
  Pagination,
  paging,
  Success,
  Time,
  visible,
} from '#contract/platform/fields.ts'
import { frameworks, scriptLimits } from './script-limits.ts'

export const worksLimits = {
  textMax: 500,
  buildMax: 99_999,
  /** A version can be reported on this many hours after its first download. */
  hoursAfterDownload: 24,
  pageSize: 20,
  /** Rows of the table, and versions beside the one that is listed. */
  rowsMax: 100,
  versionsMax: 20,
} as const

export const worksOutcomes = ['works', 'problems', 'fails'] as const

const shortText = (name: string) =>
  z
    .string(`${name} is required`)
    .check(
      z.trim(),
      z.maxLength(worksLimits.textMax, `${name} must be at most ${worksLimits.textMax} characters`),
      noNul,
    )

export const WorksReportDraft = z.object({
  outcome: z.enum(worksOutcomes, 'Please choose how it works'),
  framework: z._default(z.nullable(z.enum(frameworks, 'Framework is not known')), null),
  /** The build of the game server, such as 12913. */
  build: z._default(
    z.nullable(
      z
        .int('Build must be a whole number')
        .check(z.gte(1, 'Build must be 1 to 99999'), z.lte(worksLimits.buildMax, 'Build must be 1 to 99999')),
    ),
    null,
  ),
  text: z._default(shortText('Text'), ''),
})
export type WorksReportDraft = z.output<typeof WorksReportDraft>

export const WorksAnswerDraft = z.object({
  text: shortText('Answer').check(z.minLength(1, 'Answer is required')),
  /** The number of a later version that solves the problem. */
  fixedIn: z._default(
    z.nullable(
      z
        .string()
        .check(
          z.trim(),
          z.minLength(1, 'Version is required'),
          z.maxLength(scriptLimits.versionMax, 'Version must be at most 20 characters'),
          noNul,
          visible(),
        ),
    ),
    null,
  ),
})
export type WorksAnswerDraft = z.output<typeof WorksAnswerDraft>

const framework = z.nullable(z.enum(frameworks))
const counts = { works: z.int(), problems: z.int(), fails: z.int() }
const VersionName = z.object({ id: z.int(), number: z.string() })

export const WorksReport = z.object({
  id: z.int(),
  version: VersionName,
  user: NamedUser,
  outcome: z.enum(worksOutcomes),
  framework,
  build: z.nullable(z.int()),
  text: z.string(),
  createdAt: Time,
  updatedAt: Time,
  answer: z.nullable(
    z.object({ text: z.string(), username: z.string(), fixedIn: z.nullable(z.string()), at: Time }),
  ),
})
export type WorksReport = z.output<typeof WorksReport>

export const WorksCounts = z.object(counts)
export type WorksCounts = z.output<typeof WorksCounts>

export const WorksReports = z.object({
  /** The version of this list. Null for a script without a version. */
  version: z.nullable(VersionName),
  counts: WorksCounts,
  /** Newest build first. Null where a report does not say it. */
  table: z.array(z.object({ framework, build: z.nullable(z.int()), ...counts })),
  /** Newest first. */
  reports: z.array(WorksReport),
  pagination: Pagination,
  /** Other versions with reports, newest first and at most 20. */
  otherVersions: z.array(z.extend(VersionName, counts)),
})
export type WorksReports = z.output<typeof WorksReports>

export const OwnWorksReport = z.object({
  report: z.nullable(WorksReport),
  /** The reason of the moderator who hid the report from others. */
  removal: z.nullable(z.string()),
  /** A sentence that says why the user cannot report on this version now. */
  blockedBy: z.nullable(z.string()),
})
export type OwnWorksReport = z.output<typeof OwnWorksReport>

export const worksReportsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/scripts/:id/works-reports',
    summary: 'List how a script works for its users',
    description:
      'The reports on one version: `version` is its id, without it the current version is meant. The table counts them by framework and build of the game server.',
    access: 'anyone',
    usesToken: true,
    params: IdParams,
    query: z.object({ ...paging(worksLimits.pageSize), version: z.optional(Id) }),
    reply: WorksReports,
  }),
  own: endpoint({
    method: 'GET',
    path: '/api/versions/:id/works-report',
    summary: 'Get your report on a version',
    access: 'signed-in',
    params: IdParams,
    reply: OwnWorksReport,
  }),
  put: endpoint({
    method: 'PUT',
    path: '/api/versions/:id/works-report',
    summary: 'Report how a version works',
    description:
      'For members who downloaded the version at least a day ago, and not for the authors. A repeated call replaces the report.',
    access: 'signed-in',
    params: IdParams,
    body: WorksReportDraft,
    reply: WorksReport,
    errors: ['forbidden', 'conflict'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/versions/:id/works-report',
    summary: 'Delete your report on a version',
    description: 'Has no effect without a report.',
    access: 'signed-in',
    params: IdParams,
    reply: Success,
    errors: ['conflict'],
  }),
  answer: endpoint({
    method: 'PUT',
    path: '/api/works-reports/:id/answer',
    summary: 'Answer a report',
    description:
      'By the owner or a maintainer, once. `fixedIn` names a later version: the writer is asked whether it works there.',
    access: 'signed-in',
    params: IdParams,
    body: WorksAnswerDraft,
    reply: WorksReport,
    errors: ['forbidden', 'conflict'],
  }),
}
