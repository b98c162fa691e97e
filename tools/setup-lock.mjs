import { mkdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { inRoot } from './root.mjs'

const HEARTBEAT_MS = 1_000
/** A lock without a heartbeat for this time belongs to a process that was killed. */
const STALE_MS = 5_000

/**
 * Runs `work` while no other process installs or builds in this folder. The lock is a folder, because mkdir is atomic.
 *
 * @template Result
 * @param {() => Promise<Result>} work
 * @param {string} [lock]
 * @param {number} [staleMs]
 * @returns {Promise<Result>}
 */
export async function withLock(work, lock = inRoot('.cache', 'setup-lock'), staleMs = STALE_MS) {
  mkdirSync(dirname(lock), { recursive: true })
  for (let attempt = 0; !tryLock(lock, staleMs); attempt += 1) {
    if (attempt === 0) console.log('Another process is preparing this folder; waiting for it …')
    await pause(100)
  }
  const heartbeat = setInterval(() => utimesSync(lock, new Date(), new Date()), HEARTBEAT_MS)
  const release = () => rmSync(lock, { recursive: true, force: true })
  process.on('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    clearInterval(heartbeat)
    release()
  }
}

/**
 * @param {string} lock
 * @param {number} staleMs
 */
function tryLock(lock, staleMs) {
  try {
    mkdirSync(lock)
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  removeIfStale(lock, staleMs)
  return false
}

/**
 * Renames before it removes: of several waiting processes only one rename succeeds.
 *
 * @param {string} lock
 * @param {number} staleMs
 */
function removeIfStale(lock, staleMs) {
  const stats = statSync(lock, { throwIfNoEntry: false })
  if (!stats || Date.now() - stats.mtimeMs < staleMs) return
  const stale = `${lock}-stale-${process.pid}`
  try {
    renameSync(lock, stale)
    rmSync(stale, { recursive: true, force: true })
  } catch {
    // Another process has removed it.
  }
}
