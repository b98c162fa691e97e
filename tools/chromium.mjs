import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { installFromDebian } from './debian.mjs'
import { environmentFor } from './pinned-node.mjs'
import { inRoot } from './root.mjs'
import { runStep } from './run-program.mjs'
import { SetupError } from './setup-error.mjs'

/** Chromium without a window: the browser tests take two thirds of the time. */
const SHELL = 'chromium-headless-shell'
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * The path of a working Chromium. Installs the headless shell where Debian has it, otherwise another one if there is
 * none.
 *
 * @param {string} node
 * @returns {Promise<string>}
 */
export async function findOrInstallChromium(node) {
  const found = await findChromium()
  if (found && (process.env['CHROMIUM_PATH'] || basename(found) === SHELL)) return found
  /** @type {string[]} */
  const failures = []
  for (const install of [installShell, installChromium, installFromPlaywright]) {
    try {
      await install(node)
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error))
    }
    const installed = await findChromium()
    if (installed) return installed
  }
  throw new SetupError(
    `The browser tests need Chromium, and none was found or could be installed.\n` +
      `Install it (Debian, Ubuntu: apt-get install chromium) or set CHROMIUM_PATH, then try again.\n\n` +
      failures.join('\n\n'),
  )
}

async function findChromium() {
  const named = process.env['CHROMIUM_PATH']
  if (named && !canRun(named)) throw new SetupError(`CHROMIUM_PATH is ${named}, which cannot be run.`)
  const { chromium } = await import('@playwright/test')
  const folders = new Set(['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)])
  const installed = [...folders].flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [named, ...installed, chromium.executablePath()].find(
    (path) => path && existsSync(path) && canRun(path),
  )
}

/**
 * Runs the program, because Ubuntu's package is only a script that asks to install a snap.
 *
 * @param {string} path
 */
function canRun(path) {
  return spawnSync(path, ['--version'], { timeout: 30_000, stdio: 'ignore' }).status === 0
}

const installShell = () => installFromDebian('Chromium', SHELL)
const installChromium = () => installFromDebian('Chromium', 'chromium')

/** @param {string} node */
async function installFromPlaywright(node) {
  const program = inRoot('node_modules', '@playwright', 'test', 'cli.js')
  const withLibraries = process.getuid?.() === 0 ? ['--with-deps'] : []
  const args = [program, 'install', ...withLibraries, 'chromium']
  await runStep('Downloading Chromium', node, args, { env: environmentFor(node) })
}
