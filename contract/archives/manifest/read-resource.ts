import { manifestLimits, readManifest, type Manifest, type ManifestEntry } from './read-manifest.ts'
import { findFolder, partsOf, resolveGlob, type Folder, type GlobBudget } from './resolve-globs.ts'

/** A folder with a manifest, whose paths are resolved to the members of the archive. */
export interface ReadResource {
  /** Empty for the root of the archive. */
  path: string
  name: string
  manifestPath: string
  isLegacy: boolean
  folder: Folder
  manifest: Manifest
  /** False where the caller gave no text: too large, encrypted, or not text. */
  hasText: boolean
  named: Record<NamedAs, NamedPath[]>
}

export type NamedAs = 'server' | 'client' | 'shared' | 'files' | 'page' | 'loadscreen' | 'build'

export interface NamedPath extends ManifestEntry {
  members: string[]
}

/**
 * The plural keys are what the game stores for `server_scripts 'a.lua'`, and never reads. Here they count as read,
 * which can only make the sides of scripts stricter.
 */
export const pluralKeys = new Map([
  ['server_scripts', 'server_script'],
  ['client_scripts', 'client_script'],
  ['shared_scripts', 'shared_script'],
  ['files', 'file'],
  ['exports', 'export'],
  ['server_exports', 'server_export'],
  ['dependencies', 'dependency'],
  ['provides', 'provide'],
  ['games', 'game'],
])

/** Data that all resources of an archive share. */
export interface ArchiveContext {
  manifests: ReadonlyMap<string, string>
  /** The name of a resource in the root. */
  rootName: string
  root: Folder
  budget: GlobBudget
  /** Counts down. */
  valuesLeft: number
}

export function readResource(manifestPath: string, archive: ArchiveContext): ReadResource {
  const { root, budget } = archive
  const text = archive.manifests.get(manifestPath)
  const slash = manifestPath.lastIndexOf('/')
  const path = manifestPath.slice(0, Math.max(0, slash))
  const folder = findFolder(root, path) ?? root
  const manifest = readManifest(text ?? '', Math.min(manifestLimits.valuesMax, archive.valuesLeft))
  archive.valuesLeft -= manifest.entries.length
  const named = (key: string): NamedPath[] =>
    entriesOf(manifest, key).map((entry) => ({ ...entry, members: resolveGlob(folder, entry.value, budget) }))
  return {
    path,
    name: partsOf(path).at(-1) ?? archive.rootName,
    manifestPath,
    isLegacy: manifestPath.endsWith('__resource.lua'),
    folder,
    manifest,
    hasText: text !== undefined,
    named: {
      server: named('server_script'),
      client: named('client_script'),
      shared: named('shared_script'),
      files: named('file'),
      page: named('ui_page'),
      loadscreen: named('loadscreen'),
      build: named('webpack_config'),
    },
  }
}

/** The entries of a key and of its plural, in order. */
export function entriesOf({ entries }: Manifest, key: string): ManifestEntry[] {
  return entries.filter((entry) => (pluralKeys.get(entry.key) ?? entry.key) === key)
}

/** A page of another host. */
export function isRemote(url: string): boolean {
  return /^(https?:)?\/\/(?!(cfx-nui-[^./]*|localhost|127\.0\.0\.1)([:/]|$))/i.test(url)
}

/** The resource of `@resource/file`. */
export function otherResource(value: string): { name: string; file: string } | undefined {
  const match = /^@([^/\\]+)[/\\]+(.*)$/s.exec(value)
  return match ? { name: match[1] ?? '', file: match[2] ?? '' } : undefined
}
