import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installFromDebian } from './debian.mjs'
import { environmentFor } from './pinned-node.mjs'
import { inRoot } from './root.mjs'
import { runStep } from './run-program.mjs'
import { SetupFailed } from './stop-with-message.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * A Chromium that runs, installed if there is none.
 *
 * @param {string} node
 * @returns {Promise<string>}
 */
export async function findOrInstallChromium(node) {
  const found = await findChromium()
  if (found) return found
  /** @type {string[]} */
  const failures = []
  for (const install of [() => installFromDebian('Chromium', 'chromium'), installFromPlaywright]) {
    try {
      await install(node)
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error))
    }
    const installed = await findChromium()
    if (installed) return installed
  }
  throw new SetupFailed(
    `The browser journeys need Chromium, and none was found or could be installed.\n` +
      `Install it (Debian, Ubuntu: apt-get install chromium) or name one in CHROMIUM_PATH, then try again.\n\n` +
      failures.join('\n\n'),
  )
}

async function findChromium() {
  const named = process.env['CHROMIUM_PATH']
  if (named && !doesRun(named)) throw new SetupFailed(`CHROMIUM_PATH names ${named}, which does not run.`)
  const { chromium } = await import('@playwright/test')
  const folders = new Set(['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)])
  const installed = [...folders].flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [named, ...installed, chromium.executablePath()].find(
    (path) => path && existsSync(path) && doesRun(path),
  )
}

/**
 * Ubuntu's package is a note that tells to install a snap, so being there is not enough.
 *
 * @param {string} path
 */
function doesRun(path) {
  return spawnSync(path, ['--version'], { timeout: 30_000, stdio: 'ignore' }).status === 0
}

/** @param {string} node */
async function installFromPlaywright(node) {
  const program = inRoot('node_modules', '@playwright', 'test', 'cli.js')
  const withLibraries = process.getuid?.() === 0 ? ['--with-deps'] : []
  const args = [program, 'install', ...withLibraries, 'chromium']
  await runStep('Downloading Chromium', node, args, { env: environmentFor(node) })
}
