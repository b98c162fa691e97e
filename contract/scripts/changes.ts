import { z } from 'zod/mini'

import { Convar, Finding } from '#contract/archives/analysis.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, IdParams } from '#contract/platform/fields.ts'
import { RequiredResource, ServerNeeds } from './install.ts'
import { CapabilityValue, VersionSummary } from './versions.ts'

export const changesLimits = {
  /** Files of a reply; those beyond are counted. */
  filesMax: 2000,
  /** Capabilities that a version stores of each kind of change. */
  storedCapabilitiesMax: 50,
  /** Entries of each list of what to change on a server. */
  serverMax: 100,
} as const

export const fileChanges = ['changed', 'added', 'removed', 'moved'] as const

export const ChangedFile = z.object({
  path: z.string(),
  change: z.enum(fileChanges),
  /** The former path of a file that was moved. */
  from: z.nullable(z.string()),
  /** A removed file has its former size. */
  size: z.int(),
  /** Null for an added file. */
  sizeBefore: z.nullable(z.int()),
  isText: z.boolean(),
  /** The contents are at `/files/content/{version}/{n}`; null where they are not stored. */
  n: z.nullable(z.int()),
  nBefore: z.nullable(z.int()),
})
export type ChangedFile = z.output<typeof ChangedFile>

export const ChangedFinding = z.extend(Finding, {
  /** The title of the rule. */
  title: z.string(),
  /** True if a moderator accepted it. */
  isAccepted: z.boolean(),
})
export type ChangedFinding = z.output<typeof ChangedFinding>

/** The needs of an update on the server, as the manifests and the code say. See Install. */
export const ServerChanges = z.object({
  /** `added` also has those that need another version than before. */
  requires: z.object({ added: z.array(RequiredResource), removed: z.array(z.string()) }),
  /** Needs of now that were not there, or not as much. */
  needs: ServerNeeds,
  convars: z.object({
    added: z.array(Convar),
    removed: z.array(z.string()),
    /** Those whose default differs. */
    changed: z.array(
      z.object({ name: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
    ),
  }),
  /** SQL files; empty where the files are not compared. */
  sql: z.array(z.object({ path: z.string(), change: z.enum(['changed', 'added']) })),
})
export type ServerChanges = z.output<typeof ServerChanges>

export const Changes = z.object({
  /** Null for a version without an earlier one. */
  from: z.nullable(VersionSummary),
  to: VersionSummary,
  /**
   * `first`: there is no earlier version. `unfinished`: an archive is not analysed yet. `failed`: an archive could not
   * be read. `no-files`: the files of a version are not stored or not public, so they are not compared.
   */
  state: z.enum(['compared', 'no-files', 'first', 'unfinished', 'failed']),
  capabilities: z.object({ added: z.array(CapabilityValue), removed: z.array(CapabilityValue) }),
  findings: z.object({ added: z.array(ChangedFinding), removed: z.array(ChangedFinding) }),
  server: ServerChanges,
  /** At most 2,000: texts first, then by path. */
  files: z.array(ChangedFile),
  filesTotal: z.int(),
  fileCounts: z.object({ changed: z.int(), added: z.int(), removed: z.int(), moved: z.int() }),
})
export type Changes = z.output<typeof Changes>

export const changesApi = {
  changes: endpoint({
    method: 'GET',
    path: '/api/versions/:id/changes',
    summary: 'Compare two versions of a script',
    description:
      'What version `id` adds, removes and changes compared with version `from`; without `from`, with the version that was published before it. A file counts as moved when its content is the same under another path. Every text comes from the archives.',
    access: 'anyone',
    usesToken: true,
    params: IdParams,
    query: z.object({ from: z.optional(Id) }),
    reply: Changes,
    errors: ['bad_request'],
  }),
}
