import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentHash, readHash } from './content-hash.mjs'
import { environmentFor } from './pinned-node.mjs'
import { inRoot, root } from './root.mjs'
import { runStep } from './run-program.mjs'

/** All files that the bundle may contain. */
const SOURCES = [
  'analysis',
  'cli',
  'contract',
  'scan',
  'server/archives',
  'server/platform',
  'server/scripts/install',
  'tools/vite',
  'package-lock.json',
]
const FOLDER = inRoot('.cache', 'cli')
const HASH_FILE = join(FOLDER, '.scripthaven-build')

/** The command line in one file, which the site serves at /cli.mjs. */
export const CLI_BUNDLE = join(FOLDER, 'cli.mjs')

export function isCliBuilt() {
  return readHash(HASH_FILE) === contentHash(root, SOURCES)
}

/** @param {string} node */
export async function buildCli(node) {
  const sources = contentHash(root, SOURCES)
  mkdirSync(FOLDER, { recursive: true })
  const temporary = mkdtempSync(join(FOLDER, 'new-'))
  try {
    const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js')
    const args = [
      'build',
      '--config',
      inRoot('tools', 'vite', 'cli.config.ts'),
      '--outDir',
      temporary,
      '--ssr',
      'cli/main.ts',
    ]
    await runStep('Building the command line', node, [vite, ...args], { env: environmentFor(node) })
    renameSync(join(temporary, 'cli.mjs'), CLI_BUNDLE)
    writeFileSync(HASH_FILE, `${sources}\n`)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}
