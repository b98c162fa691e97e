import { z } from 'zod/mini'

/** The result of the analysis of an archive. Every text comes from the archive: show it, never interpret it. */

export const severities = ['high', 'medium', 'low', 'none'] as const
/** `none` means that no rule matched. */
export const Severity = z.enum(severities)
export type Severity = z.output<typeof Severity>

export const analysisStates = ['waiting', 'running', 'done', 'failed'] as const
export const AnalysisState = z.enum(analysisStates)
export type AnalysisState = z.output<typeof AnalysisState>

/** Where code runs. `shared` is server and client, `page` a page within the game, `none` is not known. */
export const AnalysisSide = z.enum(['server', 'client', 'shared', 'page', 'none'])

/** A path of a member with a line, counted from 1. Null where the place is the whole file. */
export const Place = z.object({ path: z.string(), line: z.nullable(z.int()) })

export const Finding = z.object({
  /** An id of the catalogue, see rules.ts. */
  rule: z.string(),
  severity: z.enum(['high', 'medium', 'low']),
  side: AnalysisSide,
  path: z.string(),
  line: z.nullable(z.int()),
  /** The line around the place, at most 240 characters. Secrets are masked, invisible characters shown as symbols. */
  excerpt: z.string().check(z.maxLength(240)),
  /** The content of the finding, if the rule alone does not say it: decoded text, a host, a file. At most 120 characters. */
  detail: z.nullable(z.string().check(z.maxLength(120))),
  /** True where the place is in a comment: reported, but the code does not run. */
  isInComment: z.boolean(),
})
export type Finding = z.output<typeof Finding>

/** In the order of display. */
export const capabilityKinds = [
  'runs-code',
  'runs-programs',
  'console',
  'calls-out',
  'answers-web',
  'writes-files',
  'reads-secrets',
  'reads-identities',
  'database',
  'reads-files',
  'page',
  'webhook',
  'binaries',
  'escrowed',
  'obfuscated',
  'events',
  'commands',
  'exports',
  'uses',
] as const

/** A fact about what an archive can do; it has no severity. */
export const Capability = z.object({
  kind: z.enum(capabilityKinds),
  side: AnalysisSide,
  count: z.int(),
  /** Hosts, tables, names; 20 at most, of hosts 50. */
  values: z.array(z.string()).check(z.maxLength(50)),
  places: z.array(Place).check(z.maxLength(5)),
})
export type Capability = z.output<typeof Capability>

/** The contents of an archive. Sizes in bytes. */
export const ArchiveContents = z.object({
  files: z.int(),
  folders: z.int(),
  size: z.int(),
  unpackedSize: z.int(),
  topLevel: z
    .array(z.object({ name: z.string(), isFolder: z.boolean(), files: z.int(), size: z.int() }))
    .check(z.maxLength(50)),
  /** `type` is the file name extension in lower case, empty for a name without one. Largest first. */
  types: z.array(z.object({ type: z.string(), files: z.int(), size: z.int() })).check(z.maxLength(20)),
  largest: z.array(z.object({ path: z.string(), size: z.int() })).check(z.maxLength(10)),
  /** Files whose contents were not read, and why, as a phrase such as "larger than 5 MB". */
  notRead: z.array(z.object({ path: z.string(), why: z.string() })).check(z.maxLength(50)),
  notReadTotal: z.int(),
  /** Unchanged files of libraries, by their hash: "jQuery 3.7.1". They have no findings and no capabilities. */
  known: z.optional(z.array(z.object({ path: z.string(), name: z.string() })).check(z.maxLength(100))),
})
export type ArchiveContents = z.output<typeof ArchiveContents>

const texts = (max: number) => z.array(z.string()).check(z.maxLength(max))
const scriptPaths = z.object({ server: texts(100), client: texts(100), shared: texts(100) })
const scriptCounts = z.object({ server: z.int(), client: z.int(), shared: z.int() })

/** A setting in server.cfg that the code reads. The client reads replicated ones. */
export const Convar = z.object({
  name: z.string(),
  /** The value that the code uses without it, where it is written there. */
  fallback: z.nullable(z.string()),
  isReplicated: z.boolean(),
})
export type Convar = z.output<typeof Convar>

/** One resource of the game server in the archive: a folder with a manifest. See manifest/describe-resources.ts. */
export const ResourceDescription = z.object({
  path: z.string(),
  name: z.string(),
  manifest: z.string(),
  fxVersion: z.nullable(z.string()),
  games: texts(100),
  lua54: z.boolean(),
  author: z.nullable(z.string()),
  description: z.nullable(z.string()),
  version: z.nullable(z.string()),
  repository: z.nullable(z.string()),
  license: z.nullable(z.string()),
  /** `scripthaven '12'` says which script this is. */
  scriptId: z.nullable(z.string()),
  scripts: scriptPaths,
  scriptTotals: scriptCounts,
  page: z.nullable(z.string()),
  loadscreen: z.nullable(z.string()),
  /** How many members `files` names. */
  files: z.int(),
  isMap: z.boolean(),
  isServerOnly: z.boolean(),
  dependencies: z.array(z.object({ name: z.string(), constraint: z.nullable(z.string()) })),
  requirements: z.object({
    server: z.nullable(z.int()),
    onesync: z.nullable(z.boolean()),
    gameBuild: z.nullable(z.string()),
    other: texts(100),
  }),
  provides: texts(100),
  frameworks: texts(10),
  /** The frameworks and other resources that the code uses only where a server has them. */
  optional: z.optional(texts(100)),
  libraries: texts(100),
  exports: z.object({ server: texts(100), client: texts(100) }),
  commands: texts(50),
  events: z.object({ total: z.int(), names: texts(50) }),
  convars: z.optional(z.array(Convar).check(z.maxLength(50))),
  sql: texts(100),
  isEscrowed: z.boolean(),
  escrowIgnore: texts(100),
  problems: z.array(
    z.object({ code: z.string(), text: z.string(), path: z.string(), line: z.nullable(z.int()) }),
  ),
  problemsTotal: z.int(),
})
export type ResourceDescription = z.output<typeof ResourceDescription>

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
  /** The advice to a reader of the code. */
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
