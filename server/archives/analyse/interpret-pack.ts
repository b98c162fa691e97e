import { createHash } from 'node:crypto'

import { scanArchive, type ArchiveFinding, type ArchiveResult } from '#analysis/report/archive.ts'
import { unreadRules } from '#analysis/report/stored-findings.ts'
import type { Capability, ArchiveContents, ResourceDescription } from '#contract/archives/analysis.ts'
import { describeResources, type Resource } from '#contract/archives/manifest/describe-resources.ts'
import { frameworks, type Framework } from '#contract/archives/manifest/framework-names.ts'
import { isOptional, frameworkResources } from '#contract/archives/manifest/frameworks.ts'
import { checkpoint } from '#platform/sandbox/sandbox-program.ts'
import { readText } from '#server/archives/pack/pack-format.ts'
import type { PackIndex, PackMember } from '#server/archives/pack/pack-index.ts'
import { extensionOf } from '#server/archives/pack/select-members.ts'

import type { AnalysisResult, Blocklist } from './analysis-result.ts'

const maxima = { topLevel: 50, types: 20, largest: 10, notRead: 50 } as const

type Resources = AnalysisResult['resources']

const games = ['gta5', 'rdr3']

/** Describes and scans what a pack contains: the same pack gives the same result as when it was written. */
export function interpretPack(
  pack: number,
  index: PackIndex,
  blocklist: Blocklist,
): Omit<AnalysisResult, 'packSize' | 'indexAt'> {
  const byPath = new Map(index.members.map((member) => [member.path, member]))
  const paths = [...byPath.keys()]
  const manifests = new Map<string, string>()
  for (const [path, member] of byPath) {
    const text = isManifest(path) ? readText(pack, member) : undefined
    if (text !== undefined) manifests.set(path, text)
  }
  const described = describeResources({ paths, manifests, rootName: '' })
  const scan = scanArchive({
    members: index.members.map((member) => scanMemberOf(member, described.uses.get(member.path))),
    readText({ path }) {
      checkpoint()
      const member = byPath.get(path)
      return member && readText(pack, member)
    },
    resources: described.resources,
    blocklist,
    hash: (text) => createHash('sha256').update(text).digest('hex').slice(0, 32),
    checkpoint,
    // Other files that cannot be read, such as programs, have findings or facts of their own.
    notRead: notReadOf(index.members.filter(({ kind }) => kind === 'text')),
  })
  const resources = mergeResources(described.resources, scan.perResource)
  const notRead = [...notReadOf(index.members), ...tooComplex(scan.findings, byPath)]
  const isWhole = notRead.length === 0 && scan.isWhole
  return {
    contents: { ...describeContents(index, notRead), known: scan.known },
    resources,
    resourcesTotal: described.resourcesTotal,
    capabilities: scan.capabilities,
    // A finding about a resource is one about its manifest.
    findings: scan.findings.map((finding) => ({
      ...finding,
      fileSha256: finding.fileSha256 || (byPath.get(finding.path)?.sha256 ?? ''),
    })),
    counts: scan.counts,
    severity: scan.severity,
    fingerprints: scan.fingerprints,
    isWhole,
    attributes: attributesOf(resources, index, scan.capabilities, isWhole),
  }
}

type NotRead = { path: string; why: string }

function notReadOf(members: readonly PackMember[]): NotRead[] {
  return members.flatMap(({ path, notRead }) => (notRead === null ? [] : [{ path, why: notRead }]))
}

/** Files that were read, and whose scan ended before their end. */
function tooComplex(findings: readonly ArchiveFinding[], byPath: ReadonlyMap<string, PackMember>): NotRead[] {
  return findings
    .filter(({ rule, path }) => unreadRules.has(rule) && byPath.get(path)?.notRead === null)
    .map(({ path, detail }) => ({ path, why: detail ?? 'too complex' }))
}

function isManifest(path: string): boolean {
  return /(^|\/)(fxmanifest|__resource)\.lua$/.test(path)
}

type Use = {
  side: 'server' | 'client' | 'shared' | 'page' | 'none'
  resource: string | null
  isLoaded: boolean
}

function scanMemberOf(member: PackMember, use: Use = { side: 'none', resource: null, isLoaded: false }) {
  const { path, size, sha256, kind, type, stored } = member
  return { path, size, sha256, kind, type, isStored: stored !== null, ...use }
}

/** Words by which scripts are filtered. `report:…` depends on the state of the analysis and on verdicts. */
function attributesOf(
  resources: Resources,
  { members }: PackIndex,
  capabilities: readonly Capability[],
  isWhole: boolean,
): string[] {
  const has = (kind: Capability['kind']) => capabilities.some((capability) => capability.kind === kind)
  const isEscrowed =
    members.some(({ kind }) => kind === 'escrowed') || resources.some((resource) => resource.isEscrowed)
  const used = frameworks.filter((framework) =>
    resources.some((resource) => resource.frameworks.includes(framework)),
  )
  const facts: Record<string, boolean> = {
    escrowed: isEscrowed,
    open: isWhole && !isEscrowed && !has('obfuscated'),
    sql: members.some(({ path }) => /\.sql$/i.test(path)),
    page: resources.some(({ page }) => page !== null),
    map: resources.length > 0 && resources.every(isMap),
    'calls-out': has('calls-out'),
    legacy: resources.length > 0 && resources.every(({ manifest }) => manifest.endsWith('__resource.lua')),
    lua54: resources.some(({ lua54 }) => lua54),
  }
  return [
    ...[...used, ...(isStandalone(resources, used) ? ['standalone'] : [])].map((name) => `framework:${name}`),
    ...games
      .filter((game) => resources.some((resource) => resource.games.includes(game)))
      .map((game) => `game:${game}`),
    ...Object.keys(facts).filter((name) => facts[name]),
  ]
}

/**
 * It runs without a framework. Of several optional ones it may need one, and its code does not show that it works with
 * none.
 */
function isStandalone(resources: Resources, used: readonly Framework[]): boolean {
  const [only] = used
  if (only === undefined) return resources.length > 0
  return used.length === 1 && isOptional(only, resources)
}

/** A resource that says so, or one without scripts and pages. */
function isMap({
  isMap: saysSo,
  scriptTotals: { server, client, shared },
  page,
}: Resources[number]): boolean {
  return saysSo || (server + client + shared === 0 && page === null)
}

function describeContents(
  { members, folders, archiveSize }: PackIndex,
  notRead: readonly { path: string; why: string }[],
): ArchiveContents {
  const topLevel = new Map<string, { name: string; isFolder: boolean; files: number; size: number }>()
  const types = new Map<string, { type: string; files: number; size: number }>()
  for (const { path, size } of members) {
    const [name = '', ...below] = path.split('/')
    addTo(topLevel, name, () => ({ name, isFolder: below.length > 0, files: 0, size: 0 }), size)
    const type = extensionOf(path)
    addTo(types, type, () => ({ type, files: 0, size: 0 }), size)
  }
  return {
    files: members.length,
    folders,
    size: archiveSize,
    unpackedSize: members.reduce((sum, { size }) => sum + size, 0),
    topLevel: [...topLevel.values()].sort(byFallingSize).slice(0, maxima.topLevel),
    types: [...types.values()].sort(byFallingSize).slice(0, maxima.types),
    largest: members
      .toSorted(byFallingSize)
      .slice(0, maxima.largest)
      .map(({ path, size }) => ({ path, size })),
    notRead: notRead.slice(0, maxima.notRead),
    notReadTotal: notRead.length,
  }
}

function byFallingSize(a: { size: number }, b: { size: number }): number {
  return b.size - a.size
}

function addTo<Sum extends { files: number; size: number }>(
  sums: Map<string, Sum>,
  key: string,
  create: () => Sum,
  size: number,
): void {
  const sum = sums.get(key) ?? create()
  sum.files += 1
  sum.size += size
  sums.set(key, sum)
}

/** Limits all resources, as JSON: manifests of a few MB can name their files a thousand times. */
const sizeMax = 4 * 1024 ** 2
const listMax = 100

/** Adds to each manifest what its scripts show. Resources that would be too long for a report are left out. */
function mergeResources(
  resources: readonly Resource[],
  perResource: ArchiveResult['perResource'],
): ResourceDescription[] {
  let size = 0
  return resources
    .map((resource) => merge(resource, perResource.get(resource.path)))
    .filter((resource) => {
      const length = JSON.stringify(resource).length
      if (size + length > sizeMax) return false
      size += length
      return true
    })
}

type Scanned = ArchiveResult['perResource'] extends Map<string, infer Value> ? Value : never

function merge(resource: Resource, scanned?: Scanned): ResourceDescription {
  const { exports } = resource
  return {
    ...resource,
    frameworks: union(resource.frameworks, scanned?.frameworks).slice(0, 10),
    optional: optionalOf(resource, scanned),
    libraries: union(resource.libraries, scanned?.libraries),
    exports: {
      server: union(exports.server, scanned?.exports.server),
      client: union(exports.client, scanned?.exports.client),
    },
    commands: scanned?.commands ?? [],
    events: scanned?.events ?? { total: 0, names: [] },
    convars: scanned?.convars ?? [],
  }
}

/** A resource that the manifest names is needed. */
function optionalOf(resource: Pick<Resource, 'dependencies' | 'frameworks'>, scanned?: Scanned): string[] {
  const needed = new Set<string>([
    ...resource.dependencies.map(({ name }) => name),
    ...resource.frameworks.map((framework) => frameworkResources[framework]),
  ])
  return (scanned?.optional ?? []).filter((name) => !needed.has(name))
}

function union(first: readonly string[], second: readonly string[] = []): string[] {
  return [...new Set([...first, ...second])].slice(0, listMax)
}
