import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A hash of the names and contents of files and folders, equal on every system. Tests are left out, because they are
 * not part of a build.
 *
 * @param {string} base
 * @param {string[]} paths
 */
export function contentHash(base, paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap((each) => filesBelow(base, each))) {
    const content = readFileSync(join(base, path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** @param {string} path */
export function readHash(path) {
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
}

/**
 * @param {string} base
 * @param {string} path
 * @returns {string[]}
 */
function filesBelow(base, path) {
  const stats = statSync(join(base, path), { throwIfNoEntry: false })
  if (!stats) return []
  if (stats.isFile()) return [path]
  const entries = readdirSync(join(base, path), { withFileTypes: true })
  return entries
    .filter(({ name }) => !name.startsWith('.') && !/\.test\.tsx?$/.test(name))
    .map((entry) => ({ entry, path: `${path}/${entry.name}` }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap(({ entry, path: inside }) => (entry.isDirectory() ? filesBelow(base, inside) : [inside]))
}
