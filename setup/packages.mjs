import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { isPinnedNodeComplete } from './pinned-node.mjs'
import { inRoot, root } from './root.mjs'
import { runStep } from './run-program.mjs'
import { hashOf, readStamp } from './stamps.mjs'

const STAMP = inRoot('node_modules', '.scripthaven-lock')
const LOCK_FILE = 'package-lock.json'

/** @typedef {{ packages?: Record<string, { version?: string, optional?: boolean, link?: boolean }> }} Lock */

export function arePackagesInstalled() {
  const wanted = wantedStamp()
  if (readStamp(STAMP) === wanted) return true
  if (!isInstalledByNpm()) return false
  writeStamp(wanted)
  return true
}

export async function installPackages() {
  const reason = existsSync(inRoot('node_modules')) ? 'package-lock.json changed' : 'first start'
  const { command, args, shell } = npm()
  // NODE_ENV=production and a person's own settings must not leave out what the build and the database need; the
  // packages run on the pinned Node, whatever this one is.
  const wishes = [
    '--include=dev',
    '--include=optional',
    '--no-engine-strict',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ]
  const wanted = wantedStamp()
  await runStep(`Installing packages (${reason})`, command, [...args, 'ci', ...wishes, '--no-progress'], {
    shell,
  })
  writeStamp(wanted)
}

/**
 * Whether what npm says it installed is what the lock file asks for. Optional packages of other systems are absent.
 *
 * @param {Lock} wanted
 * @param {Lock} installed
 */
export function fulfils(wanted, installed) {
  return Object.entries(wanted.packages ?? {}).every(([path, { version, optional, link }]) => {
    if (path === '' || link) return true
    const found = installed.packages?.[path]
    return found ? found.version === version : optional === true
  })
}

// Somebody may have run npm themselves; npm writes this file last, so it stands for a finished installation.
function isInstalledByNpm() {
  const note = inRoot('node_modules', '.package-lock.json')
  return existsSync(note) && isPinnedNodeComplete() && fulfils(readLock(inRoot(LOCK_FILE)), readLock(note))
}

/**
 * @param {string} path
 * @returns {Lock}
 */
function readLock(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

// A folder that was carried to another system, or mounted into a container, has the wrong packages for it.
function wantedStamp() {
  return `${hashOf(root, [LOCK_FILE])} ${process.platform}-${process.arch}`
}

/** @param {string} stamp */
function writeStamp(stamp) {
  try {
    writeFileSync(STAMP, `${stamp}\n`)
  } catch {
    // Installed by somebody else and read-only: then npm's own note is read at every start.
  }
}

/** How npm is run: that which runs us, if any. */
export function npm() {
  const { npm_execpath: path } = process.env
  if (path?.endsWith('npm-cli.js')) return { command: process.execPath, args: [path], shell: false }
  return { command: 'npm', args: [], shell: process.platform === 'win32' }
}
