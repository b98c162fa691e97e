import { lstatSync, type Stats } from 'node:fs'
import { join } from 'node:path'

import { configurationOf } from '#cli/files/configuration.ts'
import type { Installed, InstalledFile, InstalledFiles } from '#cli/files/installed.ts'
import type { Project } from '#cli/files/project.ts'

import { hashFile, hashWithLineFeeds, listFiles } from './read-folder.ts'

/** The scripts of which files are missing or shall be replaced, and the resources with changed files. */
export function compareInstalled(
  folder: string,
  { scripts, resources }: Installed,
  { project, overwrites }: { project: Project; overwrites: boolean },
): { incomplete: Set<number>; differing: string[] } {
  const incomplete = new Set<number>()
  const differing: string[] = []
  for (const [name, { script, files }] of Object.entries(resources)) {
    const own = join(folder, name)
    const isConfiguration = configurationOf(name, { patterns: project.configuration, folders: [own] })
    const installedAt = Date.parse(scripts[script]?.installedAt ?? '')
    // Configuration is installed with the changes of the owner; other files change afterwards. A repair keeps the time.
    const { missing, changed } = compareFolder(
      own,
      files,
      (path, { ctimeMs }) => isConfiguration(path) || !(ctimeMs < installedAt),
    )
    const isReplaced = overwrites && changed.some((path) => !isConfiguration(path))
    if (missing.length > 0 || isReplaced) incomplete.add(script)
    if (changed.length > 0) differing.push(name)
  }
  return { incomplete, differing: differing.toSorted() }
}

type Differences = { missing: string[]; changed: string[]; added: string[] }

/**
 * What differs between the folder of a resource and what was published. A file of the published size is read only
 * if `mayDiffer` says so.
 */
export function compareFolder(
  folder: string,
  published: InstalledFiles,
  mayDiffer: (path: string, stats: Stats) => boolean = () => true,
): Differences {
  const present = listFiles(folder) ?? []
  const names = new Set(present)
  const isChanged = (path: string, file: InstalledFile) => {
    const stats = lstatSync(join(folder, path))
    if (!stats.isFile()) return true
    if (stats.size === file.size && !mayDiffer(path, stats)) return false
    return !isPublished(join(folder, path), file)
  }
  const known = Object.entries(published).filter(([path]) => names.has(path))
  return {
    missing: Object.keys(published).filter((path) => !names.has(path)),
    changed: known.flatMap(([path, file]) => (isChanged(path, file) ? [path] : [])),
    added: present.filter((path) => !Object.hasOwn(published, path)),
  }
}

/** Git on Windows changes the line ends of texts: that is no change of the owner. */
export function isPublished(path: string, ...versions: (InstalledFile | undefined)[]): boolean {
  const published = versions.filter((version) => version !== undefined)
  if (published.length === 0) return false
  const isOneOf = (hash: string) => published.some(({ sha256 }) => sha256 === hash)
  const { size } = lstatSync(path)
  if (published.some((version) => version.size === size) && isOneOf(hashFile(path))) return true
  const withLineFeeds = hashWithLineFeeds(path)
  return withLineFeeds !== undefined && isOneOf(withLineFeeds)
}
