import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { isPinnedNodeComplete } from './pinned-node.mjs'
import { inRoot, root } from './root.mjs'
import { runStep } from './run-program.mjs'
import { contentHash, readHash } from './content-hash.mjs'

const HASH_FILE = inRoot('node_modules', '.scripthaven-lock')
const LOCK_FILE = 'package-lock.json'

/** @typedef {{ packages?: Record<string, { version?: string, optional?: boolean, link?: boolean }> }} Lock */

export function arePackagesInstalled() {
  const wanted = expectedHash()
  if (readHash(HASH_FILE) === wanted) return true
  if (!isInstalledByNpm()) return false
  writeHash(wanted)
  return true
}

export async function installPackages() {
  const reason = existsSync(inRoot('node_modules')) ? 'package-lock.json changed' : 'first start'
  const { command, args, shell } = npm()
  // NODE_ENV=production or npm settings of the user must not omit packages that the build and the database need. The
  // packages run on the pinned Node, not on the current one.
  const options = [
    '--include=dev',
    '--include=optional',
    '--no-engine-strict',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ]
  const wanted = expectedHash()
  await runStep(`Installing packages (${reason})`, command, [...args, 'ci', ...options, '--no-progress'], {
    shell,
  })
  writeHash(wanted)
}

/**
 * Whether the installed packages match the lock file. Optional packages of other systems may be absent.
 *
 * @param {Lock} wanted
 * @param {Lock} installed
 */
export function satisfies(wanted, installed) {
  return Object.entries(wanted.packages ?? {}).every(([path, { version, optional, link }]) => {
    if (path === '' || link) return true
    const found = installed.packages?.[path]
    return found ? found.version === version : optional === true
  })
}

// The user may have run npm. It writes this file last, so its existence means a complete installation.
function isInstalledByNpm() {
  const installed = inRoot('node_modules', '.package-lock.json')
  return (
    existsSync(installed) &&
    isPinnedNodeComplete() &&
    satisfies(readLock(inRoot(LOCK_FILE)), readLock(installed))
  )
}

/**
 * @param {string} path
 * @returns {Lock}
 */
function readLock(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

// A folder that was copied to another system or mounted into a container has packages of the wrong platform.
function expectedHash() {
  return `${contentHash(root, [LOCK_FILE])} ${process.platform}-${process.arch}`
}

/** @param {string} stamp */
function writeHash(stamp) {
  try {
    writeFileSync(HASH_FILE, `${stamp}\n`)
  } catch {
    // Installed by another user and read-only: then npm's own file is compared at every start.
  }
}

/** The npm that started this process, otherwise the one on the PATH. */
export function npm() {
  const { npm_execpath: path } = process.env
  if (path?.endsWith('npm-cli.js')) return { command: process.execPath, args: [path], shell: false }
  return { command: 'npm', args: [], shell: process.platform === 'win32' }
}
