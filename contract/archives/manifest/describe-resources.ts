import type { ResourceDescription } from '#contract/archives/analysis.ts'
import { cutText } from '#contract/platform/cut-text.ts'

import { findProblems, type ProblemContext } from './find-problems.ts'
import { findSides, type MemberUse } from './find-sides.ts'
import { frameworks, type Framework } from './framework-names.ts'
import { frameworkOf } from './frameworks.ts'
import { entriesOf, otherResource, readResource, type NamedPath, type ReadResource } from './read-resource.ts'
import { createFileTree, globStepsMax } from './resolve-globs.ts'

interface Mismatch {
  code: 'version-mismatch' | 'id-mismatch'
  text: string
  /** The manifest. */
  path: string
  line: null
}

/** The declarations of a resource of an archive, without what only its scripts show. Paths are those of members. */
export type Resource = Omit<
  ResourceDescription,
  'frameworks' | 'optional' | 'commands' | 'events' | 'convars'
> & {
  /** Those that the manifest shows. Scripts show more. */
  frameworks: Framework[]
}

type Requirements = ResourceDescription['requirements']

export const resourceLimits = {
  resourcesMax: 200,
  /** Entries of all manifests together. */
  valuesMax: 100_000,
  listMax: 100,
  problemsMax: 100,
  textMax: 500,
} as const

export interface ArchiveContents {
  /** Paths of the files, without folders. */
  paths: readonly string[]
  /** The texts of the manifests by path. One without a text counts as not read. */
  manifests: ReadonlyMap<string, string>
  /** The name of a resource in the root of the archive. */
  rootName: string
}

export interface ArchiveDescription {
  resources: Resource[]
  resourcesTotal: number
  /** The side and the resource of each path. */
  uses: Map<string, MemberUse>
}

export function describeResources({ paths, manifests, rootName }: ArchiveContents): ArchiveDescription {
  const budget = { steps: globStepsMax }
  const root = createFileTree(paths, budget)
  const archive = { manifests, rootName, root, budget, valuesLeft: resourceLimits.valuesMax }
  const resources = findManifests(paths).map((path) => readResource(path, archive))
  const uses = findSides(paths, root, resources, budget)
  const context = {
    pathsByLowerCase: new Map(paths.map((path) => [path.toLowerCase(), path])),
    isResolved: budget.steps >= 0,
    contents: findContents(uses),
  }
  return {
    resources: resources.slice(0, resourceLimits.resourcesMax).map((resource) => describe(resource, context)),
    resourcesTotal: resources.length,
    uses,
  }
}

/** One for each folder, sorted. The names are case-sensitive, and fxmanifest.lua wins. */
function findManifests(paths: readonly string[]): string[] {
  const byFolder = new Map<string, string>()
  for (const path of paths) {
    const match = /^(.*\/)?(fxmanifest|__resource)\.lua$/s.exec(path)
    if (match && (match[2] === 'fxmanifest' || !byFolder.has(match[1] ?? '')))
      byFolder.set(match[1] ?? '', path)
  }
  return [...byFolder.values()].sort()
}

interface FolderContents {
  sql: string[]
  isEscrowed: boolean
}

function findContents(uses: ReadonlyMap<string, MemberUse>): Map<string, FolderContents> {
  const contents = new Map<string, FolderContents>()
  for (const [path, { resource }] of uses) {
    if (resource === null) continue
    const folder = contents.get(resource) ?? { sql: [], isEscrowed: false }
    if (/\.sql$/i.test(path)) folder.sql.push(path)
    if (/(^|\/)\.fxap$/.test(path)) folder.isEscrowed = true
    contents.set(resource, folder)
  }
  return contents
}

function describe(
  resource: ReadResource,
  context: ProblemContext & { contents: Map<string, FolderContents> },
): Resource {
  const { path, name, manifestPath, manifest, named } = resource
  const values = (key: string) => entriesOf(manifest, key).map(({ value }) => cut(value))
  const first = (key: string) => values(key)[0] ?? null
  const { sql, isEscrowed } = context.contents.get(path) ?? { sql: [], isEscrowed: false }
  const scripts = {
    server: membersOf(named.server),
    client: membersOf(named.client),
    shared: membersOf(named.shared),
  }
  const needs = [...values('dependency'), ...values('dependencie')]
  const dependencies = needs.filter((need) => !need.startsWith('/')).map(parseDependency)
  const others = Object.values(named)
    .flat()
    .flatMap(({ value }) => otherResource(value)?.name ?? [])
  const related = unique([...others, ...dependencies.map((dependency) => dependency.name)])
  const problems = findProblems(resource, context)
  return {
    path,
    name: cut(name),
    manifest: manifestPath,
    fxVersion: first('fx_version'),
    games: list(values('game')),
    lua54: isOn(first('lua54')),
    author: first('author'),
    description: first('description'),
    version: first('version'),
    repository: first('repository'),
    license: first('license'),
    scriptId: first('scripthaven'),
    scripts: { server: list(scripts.server), client: list(scripts.client), shared: list(scripts.shared) },
    scriptTotals: {
      server: scripts.server.length,
      client: scripts.client.length,
      shared: scripts.shared.length,
    },
    page: first('ui_page'),
    loadscreen: first('loadscreen'),
    files: membersOf(named.files).length,
    isMap: isOn(first('this_is_a_map')),
    isServerOnly: isOn(first('server_only')),
    dependencies: dependencies.slice(0, resourceLimits.listMax),
    requirements: parseRequirements(needs.filter((need) => need.startsWith('/'))),
    provides: list(values('provide')),
    frameworks: frameworks.filter((framework) =>
      [name, ...related].some((other) => frameworkOf(other) === framework),
    ),
    libraries: list(
      related.filter((dependency) => dependency !== name && frameworkOf(dependency) === undefined),
    ),
    exports: { server: list(values('server_export')), client: list(values('export')) },
    sql: list(sql),
    isEscrowed,
    escrowIgnore: list(values('escrow_ignore')),
    problems: problems.slice(0, resourceLimits.problemsMax),
    problemsTotal: problems.length,
  }
}

function membersOf(named: readonly NamedPath[]): string[] {
  return unique(named.flatMap(({ members }) => members))
}

/** `name` or `name:constraint`. */
function parseDependency(need: string): Resource['dependencies'][number] {
  const [name = '', ...constraint] = need.split(':')
  return { name, constraint: constraint.length === 0 ? null : constraint.join(':') }
}

function parseRequirements(needs: readonly string[]): Requirements {
  const requirements: Requirements = { server: null, onesync: null, gameBuild: null, other: [] }
  for (const need of needs) {
    const { name, constraint } = parseDependency(need)
    if (name === '/server' && constraint !== null && /^\d{1,9}$/.test(constraint))
      requirements.server = Math.max(Number(constraint), requirements.server ?? 0)
    else if (name === '/onesync') requirements.onesync = constraint !== 'false'
    else if (name === '/gameBuild') requirements.gameBuild = constraint
    else requirements.other.push(need)
  }
  return { ...requirements, other: list(requirements.other) }
}

function isOn(value: string | null): boolean {
  return value !== null && !/^(no|false|0|off)$/i.test(value)
}

function list(values: readonly string[]): string[] {
  return unique(values).slice(0, resourceLimits.listMax)
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)]
}

function cut(value: string): string {
  return cutText(value, resourceLimits.textMax)
}

/** Where the manifests differ from the form of the script. `scriptId` is null for a new script. */
export function findMismatches(
  resources: readonly Resource[],
  form: { scriptId: number | null; version: string },
): Mismatch[] {
  return resources.flatMap(({ manifest, scriptId, version }) => {
    const mismatches: Mismatch[] = []
    // Each resource of a pack has a version of its own.
    if (resources.length === 1 && version !== null && form.version !== '' && version !== form.version) {
      const text = `The manifest says version ${version}, but the form says ${form.version}.`
      mismatches.push({ code: 'version-mismatch', text, path: manifest, line: null })
    }
    if (scriptId !== null && scriptId !== String(form.scriptId)) {
      const text = `scripthaven '${scriptId}' in the manifest names another script.`
      mismatches.push({ code: 'id-mismatch', text, path: manifest, line: null })
    }
    return mismatches
  })
}
