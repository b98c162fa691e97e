import { z } from 'zod/mini'

import { Severity } from '#contract/archives/analysis.ts'
import { caseKinds } from '#contract/records/case-kinds.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { IdParams, NamedScript, noNul, Pagination, paging, Time } from '#contract/platform/fields.ts'
import { explained, Removal, RemovalDraft, removalFields } from './removal-schemas.ts'
import { Script } from './scripts.ts'

export * from './removal-schemas.ts'

export const moderatedScriptLimits = {
  pageSize: 25,
  /** Ids in one act. */
  idsMax: 100,
  /** A filtered list counts at most this many matches. */
  matchesMax: 1_000,
} as const

/** `withdrawn`: no version of it is public, and none waits. `rejected`: a review decided so about its current version. */
export const scriptStates = ['published', 'waiting', 'rejected', 'withdrawn', 'removed'] as const
export const moderatedSorts = ['newest', 'updated', 'downloads', 'reports'] as const
/** `waiting` and `failed` are states of the analysis. */
export const reportStates = ['high', 'medium', 'low', 'none', 'failed', 'waiting'] as const

const filterText = z.optional(z.string().check(z.trim(), z.maxLength(100, 'At most 100 characters'), noNul))

export const ModeratedScriptQuery = z.object({
  ...paging(moderatedScriptLimits.pageSize),
  /** Words of the name, a part of the author's name (of one or two characters: its start), or an id. */
  q: filterText,
  state: z.optional(z.enum(scriptStates, 'State must be published, waiting, rejected, withdrawn or removed')),
  category: filterText,
  author: filterText,
  severity: z.optional(z.enum(reportStates, 'Severity must be high, medium, low, none, failed or waiting')),
  /** Scripts with an open case, of one kind or of any. */
  cases: z.optional(z.enum(['any', ...caseKinds], 'Cases must be any, review, report, appeal or takedown')),
  sort: z._default(z.enum(moderatedSorts, 'Unknown sort'), 'newest'),
})
export type ModeratedScriptQuery = z.output<typeof ModeratedScriptQuery>

export const ModeratedScript = z.object({
  id: z.int(),
  name: z.string(),
  image: z.nullable(z.string()),
  version: z.string(),
  author: z.string(),
  userId: z.int(),
  category: z.string(),
  downloads: z.int(),
  createdAt: Time,
  updatedAt: Time,
  state: z.enum(scriptStates),
  hasWaitingVersion: z.boolean(),
  /** The current version. Null for an archive of an earlier release. */
  versionId: z.nullable(z.int()),
  analysis: z.enum(['waiting', 'done', 'failed']),
  /** The severity of the worst finding. */
  severity: z.nullable(Severity),
  openCases: z.int(),
  /** The first of the scripts of other authors that have the archive of the current version, and how many they are. */
  sameArchive: z.nullable(
    z.object({ script: NamedScript, author: z.string(), isOlder: z.boolean(), total: z.int() }),
  ),
  removal: z.nullable(Removal),
})
export type ModeratedScript = z.output<typeof ModeratedScript>

export const ModeratedScriptPage = z.object({
  scripts: z.array(ModeratedScript),
  pagination: Pagination,
})
export type ModeratedScriptPage = z.output<typeof ModeratedScriptPage>

/** A removal in the history of a script. */
export const PastRemoval = z.extend(Removal, {
  by: z.nullable(z.string()),
  restoredAt: z.nullable(Time),
  restoredBy: z.nullable(z.string()),
})
export type PastRemoval = z.output<typeof PastRemoval>

export const ModeratedScriptDetail = z.extend(ModeratedScript, {
  /** Newest first. */
  removals: z.array(PastRemoval),
})
export type ModeratedScriptDetail = z.output<typeof ModeratedScriptDetail>

const ids = z
  .array(z.int('Not an id').check(z.gte(1), z.lte(2_147_483_647)))
  .check(
    z.minLength(1, 'Please select a script'),
    z.maxLength(moderatedScriptLimits.idsMax, 'At most 100 scripts at once'),
  )

export const ScriptAct = z.discriminatedUnion(
  'action',
  [
    z.object({ action: z.literal('hide'), ids, ...removalFields }).check(explained),
    z.object({ action: z.literal('publish'), ids }),
    z.object({ action: z.literal('restore'), ids }),
  ],
  'Action must be publish, hide or restore',
)
export type ScriptAct = z.output<typeof ScriptAct>

/** In the order of the ids. `error` says why nothing was done. */
export const ScriptActResult = z.object({
  results: z.array(z.object({ id: z.int(), name: z.nullable(z.string()), error: z.nullable(z.string()) })),
})
export type ScriptActResult = z.output<typeof ScriptActResult>

export const moderatedScriptsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/moderation/scripts',
    summary: 'List scripts for moderators',
    description:
      'Scripts of every state, filtered, sorted and paged. `q` is searched in names and authors, and can be an id such as `12` or `#12`. `sort=reports` lists scripts with open cases, most cases first. The total of a filtered list is at most 1000.',
    access: 'admin.scripts.moderate',
    query: ModeratedScriptQuery,
    reply: ModeratedScriptPage,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/moderation/scripts/:id',
    summary: 'Get a script for moderators',
    description: 'With the history of its removals.',
    access: 'admin.scripts.moderate',
    params: IdParams,
    reply: ModeratedScriptDetail,
  }),
  bulk: endpoint({
    method: 'POST',
    path: '/api/moderation/scripts/bulk',
    summary: 'Publish, hide or restore many scripts',
    description:
      'At most 100. The result of each script is listed with the reason when nothing was done, for example because it is your own.',
    access: 'admin.scripts.moderate',
    body: ScriptAct,
    reply: ScriptActResult,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/scripts/:id/removal',
    summary: 'Hide a script',
    description:
      'Only its authors and moderators can see it then; the authors are notified. Its files, likes and statistics stay for 30 days, then the files are deleted. Moderators cannot hide their own scripts.',
    access: 'admin.scripts.moderate',
    params: IdParams,
    body: RemovalDraft,
    reply: Script,
    status: 201,
    errors: ['conflict'],
  }),
  restore: endpoint({
    method: 'DELETE',
    path: '/api/scripts/:id/removal',
    summary: 'Restore a hidden script',
    description:
      'It is public again, or waiting for review as before; so is a version whose archive was blocked in the meantime. Moderators cannot restore their own scripts. What a takedown notice holds is restored by a decision about the notice only.',
    access: 'admin.scripts.moderate',
    params: IdParams,
    reply: Script,
    errors: ['conflict'],
  }),
}
