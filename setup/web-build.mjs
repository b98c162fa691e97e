import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environmentFor } from './pinned-node.mjs'
import { inRoot, root } from './root.mjs'
import { runStep } from './run-program.mjs'
import { hashOf, readStamp } from './stamps.mjs'

const BUILT = inRoot('dist')
const STAMP = '.scripthaven-build'
const ASIDE = 'dist.new-'
const SOURCES = ['web', 'contract', 'vite.config.ts', 'setup/vite', 'tsconfig.base.json', 'package-lock.json']

export function isWebBuilt() {
  return readStamp(join(BUILT, STAMP)) === hashOf(root, SOURCES)
}

/**
 * Built aside and then renamed: a build that was cut off leaves nothing that looks complete.
 *
 * @param {string} node
 */
export async function buildWeb(node) {
  const sources = hashOf(root, SOURCES)
  const cache = inRoot('.cache')
  mkdirSync(cache, { recursive: true })
  removeUnfinished(cache)
  const aside = mkdtempSync(join(cache, ASIDE))
  const env = environmentFor(node, { NODE_ENV: 'production' })
  const vite = [inRoot('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--emptyOutDir', '--outDir']
  const toServer = [...vite, join(aside, 'server'), '--ssr', 'entry-server.tsx']
  await runStep('Building the web app for browsers', node, [...vite, join(aside, 'client')], { env })
  await runStep('Building the web app for the server', node, toServer, { env })
  writeFileSync(join(aside, STAMP), `${sources}\n`)
  putInPlace(aside, cache)
}

/**
 * @param {string} aside
 * @param {string} cache
 */
function putInPlace(aside, cache) {
  const before = mkdtempSync(join(cache, ASIDE))
  try {
    renameSync(BUILT, join(before, 'dist'))
  } catch {
    // There was no earlier build.
  }
  renameSync(aside, BUILT)
  rmSync(before, { recursive: true, force: true })
}

/** @param {string} cache */
function removeUnfinished(cache) {
  for (const entry of readdirSync(cache)) {
    if (entry.startsWith(ASIDE)) rmSync(join(cache, entry), { recursive: true, force: true })
  }
}
