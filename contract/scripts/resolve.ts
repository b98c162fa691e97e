import { z } from 'zod/mini'

import { AnalysisSide, capabilityKinds, Severity, AnalysisState } from '#contract/archives/analysis.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { NamedScript, noNul, Time } from '#contract/platform/fields.ts'
import { requiredKinds, ServerNeeds } from './install.ts'
import { scriptLimits } from './script-limits.ts'
import { FindingCounts, withdrawalKinds } from './versions.ts'

export const resolveLimits = {
  /** Two full collections, or one and what a server has besides. */
  scriptsMax: 400,
  resourcesMax: 2000,
  nameMax: 100,
  choicesMax: 500,
  lockedMax: 800,
  /** Seconds: 90 days. */
  cooldownMax: 90 * 86_400,
  /** Scripts of a reply, with those that others need. */
  resolvedMax: 800,
  /** At most this many scripts are offered for one resource, most downloaded first. */
  optionsMax: 10,
  bodyMax: 512 * 1024,
} as const

const ScriptKey = z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'The keys must be ids of scripts'))
const ResourceName = z
  .string('Resource names must be texts')
  .check(
    z.minLength(1, 'A resource name is empty'),
    z.maxLength(resolveLimits.nameMax, 'A resource name has at most 100 characters'),
    noNul,
  )

/** A number of a version, a range such as `^1.2.0`, or `latest`. */
const Range = z
  .string('A range must be a text such as ^1.2.0 or latest')
  .check(z.trim(), z.maxLength(scriptLimits.versionMax, 'A range is too long'), noNul)

const atMost = (max: number, what: string) =>
  z.refine<Record<string, unknown>>(
    (entries) => Object.keys(entries).length <= max,
    `At most ${max} ${what} in one call`,
  )

export const ResolveBody = z.object({
  /** The wanted scripts: the id of each with a range, a number, or `latest`. */
  scripts: z
    .record(ScriptKey, Range, 'Scripts must be an object such as {"12": "^1.2.0"}')
    .check(atMost(resolveLimits.scriptsMax, 'scripts')),
  /** The names of the resources that the server has from elsewhere. */
  resources: z._default(
    z
      .array(ResourceName, 'Resources must be a list of names')
      .check(z.maxLength(resolveLimits.resourcesMax, 'At most 2,000 resources in one call')),
    [],
  ),
  /** The script that provides a resource, by its name. */
  choices: z._default(
    z
      .record(ResourceName, z.int('A choice must be the id of a script').check(z.gte(1), z.lte(999_999_999)))
      .check(atMost(resolveLimits.choicesMax, 'choices')),
    {},
  ),
  /** Numbers of versions that stay where they fit and were not withdrawn. */
  locked: z._default(
    z.record(ScriptKey, Range).check(atMost(resolveLimits.lockedMax, 'locked versions')),
    {},
  ),
  /** Seconds. A younger version is chosen only by its number, or instead of a withdrawn one. */
  cooldown: z._default(
    z
      .int('Cooldown must be a number of seconds')
      .check(
        z.gte(0, 'Cooldown must be 0 or more'),
        z.lte(resolveLimits.cooldownMax, 'Cooldown must be at most 90 days'),
      ),
    0,
  ),
})
export type ResolveBody = z.output<typeof ResolveBody>

export const ResolvedVersion = z.object({
  id: z.int(),
  number: z.string(),
  publishedAt: Time,
  fileName: z.string(),
  /** The size of the archive. */
  size: z.int(),
  sha256: z.string(),
  /** Set for a version that was withdrawn: nothing else fits. */
  withdrawal: z.nullable(z.object({ kind: z.enum(withdrawalKinds), reason: z.string() })),
})

/** The stored findings of a rule with one severity. */
export const RuleFindings = z.object({
  rule: z.string(),
  title: z.string(),
  severity: z.enum(['high', 'medium', 'low']),
  count: z.int(),
  /** Those that a moderator accepted, and those that the author explained. */
  accepted: z.int(),
  explained: z.int(),
})

export const ResolvedScript = z.object({
  id: z.int(),
  name: z.string(),
  author: z.string(),
  /** The path of its page. */
  path: z.string(),
  /** Named in the request. Otherwise another one needs it. */
  isWanted: z.boolean(),
  /** Scripts that need one of its resources. */
  neededBy: z.array(z.object({ scriptId: z.int(), resource: z.string() })),
  /** Null when none fits; then `problems` says why. */
  version: z.nullable(ResolvedVersion),
  /** In every state but `done` nothing of the following is known. */
  analysis: AnalysisState,
  /** `path` is that of its folder in the archive. */
  resources: z.array(z.object({ name: z.string(), path: z.string(), provides: z.array(z.string()) })),
  severity: z.nullable(Severity),
  /** All findings are counted but accepted ones. */
  counts: FindingCounts,
  accepted: z.int(),
  findings: z.array(RuleFindings),
  capabilities: z.array(
    z.object({ kind: z.enum(capabilityKinds), side: AnalysisSide, values: z.array(z.string()) }),
  ),
  server: ServerNeeds,
})
export type ResolvedScript = z.output<typeof ResolvedScript>

/** A resource that the archive of a script needs and does not contain. */
export const ResolvedNeed = z.object({
  name: z.string(),
  kind: z.enum(requiredKinds),
  constraint: z.nullable(z.string()),
  /** True if a manifest names it as a dependency. Otherwise the code uses it, perhaps only when it is there. */
  isDeclared: z.boolean(),
  neededBy: z.array(z.int()),
  provider: z.enum(['script', 'server', 'missing']),
  script: z.nullable(NamedScript),
  /** Where a well-known framework or library is released. */
  home: z.nullable(z.string()),
})
export type ResolvedNeed = z.output<typeof ResolvedNeed>

/** Several scripts provide a resource, and the request chooses none. `chosen` is the one that is downloaded most. */
export const ResourceChoice = z.object({
  resource: z.string(),
  chosen: z.int(),
  options: z.array(
    z.object({ id: z.int(), name: z.string(), author: z.string(), downloads: z.int(), path: z.string() }),
  ),
})
export type ResourceChoice = z.output<typeof ResourceChoice>

export const resolveProblems = [
  'unknown-script',
  'invalid-range',
  'range-unsupported',
  'no-match',
  'withdrawn',
  'too-new',
  'not-analysed',
  'choice',
  'lacks-resource',
  'same-resource',
  'too-large',
] as const

export const ResolveProblem = z.object({
  code: z.enum(resolveProblems),
  scriptId: z.nullable(z.int()),
  resource: z.nullable(z.string()),
  /** A sentence. */
  text: z.string(),
})
export type ResolveProblem = z.output<typeof ResolveProblem>

export const Resolution = z.object({
  /** Ordered by id. */
  scripts: z.array(ResolvedScript),
  /** Ordered by name. */
  needs: z.array(ResolvedNeed),
  choices: z.array(ResourceChoice),
  /** The resources of all scripts in the order in which they start. */
  order: z.array(z.object({ resource: z.string(), scriptId: z.int() })),
  /** Resources that depend on each other, as a path that ends where it begins. The order ignores its last step. */
  cycles: z.array(z.array(z.string())),
  problems: z.array(ResolveProblem),
})
export type Resolution = z.output<typeof Resolution>

export const resolveApi = endpoint({
  method: 'POST',
  path: '/api/resolve',
  summary: 'Choose versions of scripts and of all that they need',
  description:
    'Ranges work for version numbers that can be read as semantic versions, also `1.2` and `v1.2.0`; every other number only as it is. The same request gives the same reply until the scripts change. Problems are a part of the reply, not errors.',
  access: 'anyone',
  bodyMax: resolveLimits.bodyMax,
  body: ResolveBody,
  reply: Resolution,
  limit: 'search',
})
