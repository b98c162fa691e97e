import { join } from 'node:path'

import { changesApi, type Changes } from '#contract/scripts/changes.ts'
import type { LockedScript } from '#contract/scripts/lock-file.ts'
import type { ResolvedScript } from '#contract/scripts/resolve.ts'
import { CliError } from '#cli/cli-error.ts'
import { configurationOf } from '#cli/files/configuration.ts'
import type { Place } from '#cli/files/place.ts'
import type { Project } from '#cli/files/project.ts'

import type { Hub } from './hub.ts'

export type FileChange = { path: string; change: Changes['files'][number]['change'] }

export type VersionChanges = {
  sql: FileChange[]
  configuration: FileChange[]
  gained: Changes['capabilities']['added']
  findings: Changes['findings']['added']
}

function isSql({ path }: FileChange): boolean {
  return /\.sql$/i.test(path)
}

/** What a version changes for the server that has another one. Null where the hub does not compare them. */
export async function readChanges(
  hub: Hub,
  { resources, version }: ResolvedScript,
  { versionId, rootName }: LockedScript,
  { place, project }: { place: Place; project: Project },
): Promise<VersionChanges | null> {
  if (!version) return null
  const changes = await hub
    .call(changesApi.changes, { params: { id: version.id }, query: { from: String(versionId) } })
    .catch((error: unknown) => {
      // A version that was taken down cannot be compared.
      if (error instanceof CliError && (error.status === 404 || error.status === 400)) return undefined
      throw error
    })
  if (!changes || (changes.state !== 'compared' && changes.state !== 'no-files')) return null
  const { files, capabilities, findings } = changes
  const innermostFirst = resources
    .toSorted((a, b) => b.path.length - a.path.length)
    .map(({ name: folder, path }) => {
      const name = path === '' ? rootName : folder
      const folders = [join(place.root, project.folder, name)]
      return { name, path, isOf: configurationOf(name, { patterns: project.configuration, folders }) }
    })
  const placed = files.map(({ path, change }) => {
    const resource = innermostFirst.find((one) => one.path === '' || path.startsWith(`${one.path}/`))
    if (!resource) return { path, change, isConfiguration: false }
    const inner = resource.path === '' ? path : path.slice(resource.path.length + 1)
    return { path: `${resource.name}/${inner}`, change, isConfiguration: resource.isOf(inner) }
  })
  const listed = (changed: typeof placed) =>
    changed.map(({ path, change }) => ({ path, change })).toSorted((a, b) => (a.path < b.path ? -1 : 1))
  return {
    sql: listed(placed.filter((file) => isSql(file))),
    configuration: listed(placed.filter((file) => file.isConfiguration && !isSql(file))),
    gained: capabilities.added,
    findings: findings.added.filter(({ isAccepted }) => !isAccepted),
  }
}
