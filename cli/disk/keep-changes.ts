import { copyFileSync, cpSync, existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { merge } from 'node-diff3'

import { hashFiles, type InstalledFiles } from '#cli/files/installed.ts'
import { readText } from '#cli/files/read-json.ts'

import { isPublished } from './compare-folder.ts'
import { listFiles } from './read-folder.ts'

export type KeptChanges = {
  /** Both sides changed them, and both changes are in. */
  merged: string[]
  /** The owner's file stays; the new one is beside it as `.new`. */
  conflicts: string[]
  /** Changed files that are no configuration: the owner decides. */
  blocked: string[]
  /** Changed configuration that the new version does not have. It stays. */
  dropped: string[]
}

export function emptyChanges(): KeptChanges {
  return { merged: [], conflicts: [], blocked: [], dropped: [] }
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
  overwrites: boolean
}

/** Takes over what the owner changed in a resource. What is not configuration is only listed. */
export function keepChanges(folders: Folders): KeptChanges {
  const { name, current, staged, after, originals, isConfiguration, overwrites } = folders
  // A folder that this program did not install is taken for a changed copy of the version.
  const before = folders.before ?? after
  // Lost files are put back: no other file changes.
  const isRepair = folders.before !== undefined && !overwrites && hashFiles(before) === hashFiles(after)
  const kept = emptyChanges()
  for (const path of listFiles(current) ?? []) keepFile(path)
  return kept

  function keepFile(path: string): void {
    const from = join(current, path)
    const stats = lstatSync(from)
    if (!stats.isFile() || path === '.git' || path.startsWith('.git/')) return block(path)
    const published = before[path]
    const next = after[path]
    if (isPublished(from, published, next)) return
    if (path.endsWith('.new') && isUndecided(path.slice(0, -'.new'.length))) return
    if (published && !isConfiguration(path) && !isRepair) return block(path)
    if (published && !next) kept.dropped.push(`${name}/${path}`)
    const isUnchanged = next?.sha256 === published?.sha256 && !isUndecided(path)
    if (!next || isUnchanged) return copy(path)
    if (!isConfiguration(path)) return block(path)
    const text = published && !isUndecided(path) ? mergeTexts(path, published.sha256) : undefined
    if (text === undefined) {
      copyFileSync(join(staged, path), join(staged, `${path}.new`))
      copy(path)
      kept.conflicts.push(`${name}/${path}`)
      return
    }
    writeFileSync(join(staged, path), text)
    kept.merged.push(`${name}/${path}`)
  }

  /** The file that an earlier conflict left is still there. */
  function isUndecided(path: string): boolean {
    const [beside, published] = [join(current, `${path}.new`), before[path]]
    return published !== undefined && existsSync(beside) && isPublished(beside, published)
  }

  function block(path: string): void {
    const label = path.startsWith('.git') ? '.git (a checkout)' : path
    if (!kept.blocked.includes(`${name}/${label}`)) kept.blocked.push(`${name}/${label}`)
  }

  function copy(path: string): void {
    mkdirSync(dirname(join(staged, path)), { recursive: true })
    cpSync(join(current, path), join(staged, path), { preserveTimestamps: true, force: true })
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
