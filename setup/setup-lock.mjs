import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { inRoot } from './root.mjs'

/**
 * Two starts at once must not install or build twice.
 *
 * @template Result
 * @param {() => Promise<Result>} work
 * @param {string} [folder]
 * @returns {Promise<Result>}
 */
export async function withLock(work, folder = inRoot('.cache', 'setup-lock')) {
  const release = await takeLock(folder)
  const releaseAndExit = () => release()
  process.on('exit', releaseAndExit)
  try {
    return await work()
  } finally {
    process.off('exit', releaseAndExit)
    release()
  }
}

/**
 * The holder is the living process named in the file with the highest number. A dead holder is followed by the next
 * number and never removed by who still waits: removing is what makes ordinary lock files race.
 *
 * @param {string} folder
 * @returns {Promise<() => void>}
 */
async function takeLock(folder) {
  mkdirSync(folder, { recursive: true })
  let told = false
  for (;;) {
    const last = lastNumber(folder)
    const holder = last > 0 ? readHolder(join(folder, String(last))) : 'nobody'
    if (holder === 'nobody') {
      const mine = tryNumber(folder, last + 1)
      if (mine) return () => rmSync(mine, { force: true })
      continue
    }
    if (!told) console.log(`Another start (process ${holder}) is preparing this folder; waiting for it …`)
    told = true
    await pause(100)
  }
}

/**
 * @param {string} folder
 * @param {number} number
 * @returns {string | undefined}
 */
function tryNumber(folder, number) {
  const mine = join(folder, String(number))
  try {
    writeFileSync(mine, `${process.pid} ${startOf(process.pid)}\n`, { flag: 'wx' })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return undefined
    throw error
  }
  // Somebody may have gone further while we looked at an older state.
  if (lastNumber(folder) !== number) {
    rmSync(mine, { force: true })
    return undefined
  }
  for (const lower of numbersIn(folder).filter((each) => each < number)) {
    rmSync(join(folder, String(lower)), { force: true })
  }
  return mine
}

/** @param {string} path */
function readHolder(path) {
  try {
    const [pid = '', ...start] = readFileSync(path, 'utf8').trim().split(' ')
    // Made a moment ago and not yet written.
    if (pid === '') return Date.now() - statSync(path).mtimeMs < 2000 ? 'unknown' : 'nobody'
    return startOf(Number(pid)) === start.join(' ') ? pid : 'nobody'
  } catch {
    return 'unknown'
  }
}

/**
 * When the process started, as far as the system tells: a number used again is not the process it was. `dead` if none.
 *
 * @param {number} pid
 */
function startOf(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return 'dead'
  }
  try {
    if (process.platform === 'win32') return 'alive'
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? 'alive'
  } catch {
    return 'dead'
  }
}

/** @param {string} folder */
function lastNumber(folder) {
  return Math.max(0, ...numbersIn(folder))
}

/** @param {string} folder */
function numbersIn(folder) {
  return readdirSync(folder).map(Number).filter(Number.isInteger)
}
