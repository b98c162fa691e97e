import { copyFileSync, cpSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { merge } from 'node-diff3'

import type { InstalledFile, InstalledFiles } from '#cli/files/installed.ts'
import { readText } from '#cli/files/read-json.ts'

import { hashFile, hashWithLineFeeds, listFiles } from './read-folder.ts'

export type KeptChanges = {
  /** Both sides changed them, and both changes are in. */
  merged: string[]
  /** The owner's file stays; the new one is beside it as `.new`. */
  conflicts: string[]
  /** Changed files that are no configuration: the owner decides. */
  blocked: string[]
}

type Folders = {
  name: string
  /** The folder on the server. */
  current: string
  /** The new one, which gets the owner's changes. */
  staged: string
  before: InstalledFiles | undefined
  after: InstalledFiles
  originals: string
  isConfiguration: (path: string) => boolean
}

/** Takes over what the owner changed in a resource. What is not configuration is only listed. */
export function keepChanges(folders: Folders): KeptChanges {
  const { name, current, staged, after, originals, isConfiguration } = folders
  // A folder that this program did not install is taken for a changed copy of the version.
  const before = folders.before ?? after
  const kept: KeptChanges = { merged: [], conflicts: [], blocked: [] }
  for (const path of listFiles(current) ?? []) keepFile(path)
  return kept

  function keepFile(path: string): void {
    const from = join(current, path)
    const stats = lstatSync(from)
    if (!stats.isFile() || path === '.git' || path.startsWith('.git/')) return block(path)
    const published = before[path]
    const next = after[path]
    const isSize = stats.size === published?.size || stats.size === next?.size
    const sha256 = isSize || next ? hashFile(from) : undefined
    if (sha256 !== undefined && (sha256 === published?.sha256 || sha256 === next?.sha256)) return
    if (published && isSameText(from, published, next)) return
    if (published && !isConfiguration(path)) return block(path)
    if (!next || next.sha256 === published?.sha256) return copy(path, path)
    if (!isConfiguration(path)) return block(path)
    const text = published && mergeTexts(path, published.sha256)
    if (text === undefined) {
      copyFileSync(join(staged, path), join(staged, `${path}.new`))
      copy(path, path)
      kept.conflicts.push(`${name}/${path}`)
      return
    }
    writeFileSync(join(staged, path), text)
    kept.merged.push(`${name}/${path}`)
  }

  function block(path: string): void {
    const label = path.startsWith('.git') ? '.git (a checkout)' : path
    if (!kept.blocked.includes(`${name}/${label}`)) kept.blocked.push(`${name}/${label}`)
  }

  function copy(path: string, target: string): void {
    mkdirSync(dirname(join(staged, target)), { recursive: true })
    cpSync(join(current, path), join(staged, target), { preserveTimestamps: true, force: true })
  }

  /** Undefined when both sides changed the same lines, or the published text is not stored. */
  function mergeTexts(path: string, publishedSha256: string): string | undefined {
    const published = readText(join(originals, publishedSha256))
    if (published === undefined) return undefined
    const own = readFileSync(join(current, path), 'utf8')
    const next = readFileSync(join(staged, path), 'utf8')
    if (`${own}${next}`.includes('\uFFFD')) return undefined
    const lineEnd = own.includes('\r\n') ? '\r\n' : '\n'
    const { conflict, result } = merge(linesOf(own), linesOf(published), linesOf(next))
    const text = result.join(lineEnd)
    return conflict || (/\.json$/i.test(path) && !isJson(text)) ? undefined : text
  }
}

/** Git on Windows changes line ends: that is no change of the owner. */
function isSameText(path: string, ...versions: (InstalledFile | undefined)[]): boolean {
  const sha256 = hashWithLineFeeds(path)
  return sha256 !== undefined && versions.some((version) => version?.sha256 === sha256)
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
