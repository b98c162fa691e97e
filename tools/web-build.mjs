import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environmentFor } from './pinned-node.mjs'
import { inRoot, root } from './root.mjs'
import { runStep } from './run-program.mjs'
import { contentHash, readHash } from './content-hash.mjs'

const BUILT = inRoot('dist')
const HASH_FILE = '.scripthaven-build'
const TEMPORARY_PREFIX = 'dist.new-'
const SOURCES = [
  'web',
  'contract',
  'analysis',
  'vite.config.ts',
  'tools/vite',
  'tsconfig.base.json',
  'package-lock.json',
]

export function isWebBuilt() {
  return readHash(join(BUILT, HASH_FILE)) === contentHash(root, SOURCES)
}

/**
 * Builds into a temporary folder and renames it, so that an interrupted build leaves nothing that looks complete.
 *
 * @param {string} node
 */
export async function buildWeb(node) {
  const sources = contentHash(root, SOURCES)
  const cache = inRoot('.cache')
  mkdirSync(cache, { recursive: true })
  removeUnfinished(cache)
  const temporary = mkdtempSync(join(cache, TEMPORARY_PREFIX))
  const env = environmentFor(node, { NODE_ENV: 'production' })
  const vite = [inRoot('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--emptyOutDir', '--outDir']
  const toServer = [...vite, join(temporary, 'server'), '--ssr', 'entry-server.tsx']
  await runStep('Building the web app for browsers', node, [...vite, join(temporary, 'client')], { env })
  await runStep('Building the web app for the server', node, toServer, { env })
  writeFileSync(join(temporary, HASH_FILE), `${sources}\n`)
  replaceBuild(temporary, cache)
}

/**
 * @param {string} temporary
 * @param {string} cache
 */
function replaceBuild(temporary, cache) {
  const before = mkdtempSync(join(cache, TEMPORARY_PREFIX))
  try {
    renameSync(BUILT, join(before, 'dist'))
  } catch {
    // There is no earlier build.
  }
  renameSync(temporary, BUILT)
  rmSync(before, { recursive: true, force: true })
}

/** @param {string} cache */
function removeUnfinished(cache) {
  for (const entry of readdirSync(cache)) {
    if (entry.startsWith(TEMPORARY_PREFIX)) rmSync(join(cache, entry), { recursive: true, force: true })
  }
}
