import type { ArchiveResult } from '#analysis/report/archive.ts'
import type { ResourceDescription } from '#contract/archives/analysis.ts'
import type { Resource } from '#contract/archives/manifest/describe-resources.ts'
import { frameworkResources } from '#contract/archives/manifest/frameworks.ts'

/** Limits all resources, as JSON: manifests of a few MB can name their files a thousand times. */
const sizeMax = 4 * 1024 ** 2
const listMax = 100

/** Adds to each manifest what its scripts show. Resources that would be too long for a report are left out. */
export function mergeResources(
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

function merge(
  { url: _url, dataFiles: _dataFiles, ...resource }: Resource,
  scanned?: Scanned,
): ResourceDescription {
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
function optionalOf(
  { dependencies, frameworks }: Pick<Resource, 'dependencies' | 'frameworks'>,
  scanned?: Scanned,
): string[] {
  const needed = new Set<string>([
    ...dependencies.map(({ name }) => name),
    ...frameworks.map((framework) => frameworkResources[framework]),
  ])
  return (scanned?.optional ?? []).filter((name) => !needed.has(name))
}

function union(first: readonly string[], second: readonly string[] = []): string[] {
  return [...new Set([...first, ...second])].slice(0, listMax)
}
