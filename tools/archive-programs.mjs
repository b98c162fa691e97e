import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { contentHash, readHash } from './content-hash.mjs'
import { environmentFor } from './pinned-node.mjs'
import { inRoot, root } from './root.mjs'
import { runStep } from './run-program.mjs'

/** All files that the bundles may contain; the build rejects others. */
export const SOURCES = [
  'analysis',
  'contract',
  'server/archives',
  'server/platform/inspection',
  'server/platform/sandbox',
  'package-lock.json',
]
/** They start for each archive, in a process or a thread of their own. */
const PROGRAMS = [
  'server/archives/analyse/analysis-program.ts',
  'server/platform/inspection/archives/archive-worker.ts',
]
const FOLDER = inRoot('.cache', 'archive-programs')
const HASH_FILE = join(FOLDER, '.scripthaven-build')

export function areArchiveProgramsBuilt() {
  return readHash(HASH_FILE) === contentHash(root, SOURCES)
}

/** @type {boolean | undefined} */
let isBuilt

/**
 * The program in one file, which starts in a third of the processor time of its modules or less. The source itself when
 * it has changed since the build, and in `npm run dev`, where it may change at any time.
 *
 * @param {URL} source
 */
export function bundleOf(source) {
  isBuilt ??= process.env['HUB_DEV'] !== '1' && areArchiveProgramsBuilt()
  const bundle = join(FOLDER, bundleName(fileURLToPath(source)))
  return isBuilt && existsSync(bundle) ? pathToFileURL(bundle) : source
}

/**
 * Replaces each file in one step: an app that runs may start it at any time.
 *
 * @param {string} node
 */
export async function buildArchivePrograms(node) {
  const sources = contentHash(root, SOURCES)
  mkdirSync(FOLDER, { recursive: true })
  const temporary = mkdtempSync(join(FOLDER, 'new-'))
  try {
    const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js')
    const config = inRoot('tools', 'vite', 'archive-programs.config.ts')
    for (const program of PROGRAMS) {
      const args = [vite, 'build', '--config', config, '--outDir', temporary, '--ssr', program]
      await runStep(`Building ${basename(program)}`, node, args, { env: environmentFor(node) })
      renameSync(join(temporary, bundleName(program)), join(FOLDER, bundleName(program)))
    }
    writeFileSync(HASH_FILE, `${sources}\n`)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

/** @param {string} program */
function bundleName(program) {
  return `${basename(program, '.ts')}.mjs`
}
