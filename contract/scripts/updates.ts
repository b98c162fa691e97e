import { z } from 'zod/mini'

import { Severity } from '#contract/archives/analysis.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { IdParams, Time } from '#contract/platform/fields.ts'
import { withdrawalKinds } from './versions.ts'

export const updateLimits = { entriesMax: 100, numberMax: 64 } as const

/** A script with the number or the hash of the archive that is installed; both are optional. */
export type InstalledScript = { id: number; number: string | null; sha256: string | null }

/** A text that begins like a hash and is none is an error, not the number of a version. */
const entryPattern = /^([1-9]\d{0,9})(?:@(?:sha256:([0-9a-f]{64})|(?!sha256:)([^,]{1,64})))?$/

/** Undefined for a text that is not a list of `id`, `id@number` and `id@sha256:…`. */
export function parseInstalled(text: string): InstalledScript[] | undefined {
  const entries = text.split(',').map((entry) => {
    const [, id, sha256 = null, number = null] = entryPattern.exec(entry) ?? []
    return id !== undefined && Number(id) <= 2_147_483_647 ? { id: Number(id), number, sha256 } : undefined
  })
  return entries.every((entry) => entry !== undefined) ? entries : undefined
}

const Installed = z.string('Installed is required').check(
  z.refine((text) => text.split(',').length <= updateLimits.entriesMax, 'At most 100 scripts in one call'),
  z.refine(
    (text) => parseInstalled(text) !== undefined,
    'Installed must be a list such as 12@1.2.0,40@sha256:…',
  ),
)

export const LatestVersion = z.object({
  versionId: z.int(),
  number: z.string(),
  publishedAt: Time,
  sha256: z.string(),
  /** The severity of the worst finding; null until the archive is analysed, and when it could not be. */
  severity: z.nullable(Severity),
  /** The page of the script. */
  path: z.string(),
})
export type LatestVersion = z.output<typeof LatestVersion>

export const updateStatuses = ['current', 'outdated', 'withdrawn', 'gone', 'unknown'] as const

export const ScriptUpdate = z.object({
  id: z.int(),
  /** Null for a script that does not exist or is not public. */
  name: z.nullable(z.string()),
  /** `unknown`: the script has no public version with this number or hash. */
  status: z.enum(updateStatuses),
  installed: z.nullable(
    z.object({
      number: z.string(),
      state: z.enum(['published', 'withdrawn']),
      /** Why it was withdrawn. */
      kind: z.nullable(z.enum(withdrawalKinds)),
      reason: z.nullable(z.string()),
    }),
  ),
  latest: z.nullable(LatestVersion),
  /** How many versions were published since, without withdrawn ones. */
  versionsBehind: z.nullable(z.int()),
})
export type ScriptUpdate = z.output<typeof ScriptUpdate>

export const updatesApi = {
  check: endpoint({
    method: 'GET',
    path: '/api/updates',
    summary: 'Check installed scripts for updates',
    description:
      'Takes up to 100 scripts as `12@1.2.0,40@sha256:…`: the id of each with the number of the installed version or the hash of its archive. The order of the reply is that of the request.',
    access: 'anyone',
    query: z.object({ installed: Installed }),
    reply: z.object({ scripts: z.array(ScriptUpdate) }),
  }),
  latest: endpoint({
    method: 'GET',
    path: '/api/scripts/:id/latest',
    summary: 'Get the current version of a script',
    access: 'anyone',
    params: IdParams,
    reply: z.object({
      id: z.int(),
      name: z.string(),
      /** Null until the archive of an earlier release has its version. */
      latest: z.nullable(LatestVersion),
    }),
  }),
}
