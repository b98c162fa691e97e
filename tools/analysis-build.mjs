import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { contentHash, readHash } from './content-hash.mjs'
import { environmentFor } from './pinned-node.mjs'
import { inRoot, root } from './root.mjs'
import { runStep } from './run-program.mjs'

/** All files that the bundle may contain; the build rejects others. */
export const SOURCES = [
  'contract',
  'server/archives',
  'server/platform/inspection',
  'server/platform/sandbox',
  'package-lock.json',
]
const FOLDER = inRoot('.cache', 'analysis')
const PROGRAM = 'analysis-program.mjs'
const HASH_FILE = join(FOLDER, '.scripthaven-build')

/** The program in one file, which starts in a fifth of the processor time of its modules. */
export const analysisBundle = pathToFileURL(join(FOLDER, PROGRAM))

export function isAnalysisBuilt() {
  return existsSync(analysisBundle) && readHash(HASH_FILE) === contentHash(root, SOURCES)
}

/**
 * Replaces the file in one step: an app that runs may start it at any time.
 *
 * @param {string} node
 */
export async function buildAnalysis(node) {
  const sources = contentHash(root, SOURCES)
  mkdirSync(FOLDER, { recursive: true })
  const temporary = mkdtempSync(join(FOLDER, 'new-'))
  try {
    const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js')
    const config = inRoot('tools', 'vite', 'analysis-program.config.ts')
    const args = [vite, 'build', '--config', config, '--outDir', temporary]
    await runStep('Building the analysis', node, args, { env: environmentFor(node) })
    renameSync(join(temporary, PROGRAM), join(FOLDER, PROGRAM))
    writeFileSync(HASH_FILE, `${sources}\n`)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}
