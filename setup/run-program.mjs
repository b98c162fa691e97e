import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { MEMORY_FLAGS } from './hub-memory.mjs'
import { environmentFor } from './pinned-node.mjs'
import { withProgress } from './progress.mjs'
import { root } from './root.mjs'
import { SetupFailed } from './stop-with-message.mjs'

/** @typedef {import('node:child_process').SpawnOptions} SpawnOptions */

/**
 * Runs a program of ours in place of this one: same terminal, its exit code becomes ours.
 *
 * @param {string} node
 * @param {string[]} args
 * @param {Record<string, string>} [environment]
 * @returns {Promise<never>}
 */
export async function runHere(node, args, environment) {
  const code = await run(node, [...MEMORY_FLAGS, ...args], {
    env: environmentFor(node, environment),
    stdio: 'inherit',
  })
  process.exit(code)
}

/**
 * Its exit code, 128 + n when signal n ended it. A signal that reaches us is passed on once: from a terminal the
 * program has it already, from a process manager only we do.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {SpawnOptions} options
 * @returns {Promise<number>}
 */
export function run(command, args, options) {
  const child = spawn(command, args, { cwd: root, ...options })
  const stopForwarding = forwardSignals(child)
  return new Promise((resolve, reject) => {
    child.on('error', (error) => {
      stopForwarding()
      reject(cannotRun(command, error))
    })
    child.on('exit', (code, signal) => {
      stopForwarding()
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0))
    })
  })
}

/**
 * Runs a step behind one line of progress; what it printed is shown only when it failed.
 *
 * @param {string} title
 * @param {string} command
 * @param {string[]} args
 * @param {SpawnOptions} options
 */
export async function runStep(title, command, args, options) {
  let output = ''
  const code = await withProgress(title, () => {
    const child = spawn(command, args, { cwd: root, ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    const stopForwarding = forwardSignals(child)
    child.stdout.on('data', (text) => (output += text))
    child.stderr.on('data', (text) => (output += text))
    return new Promise((resolve, reject) => {
      child.on('error', (error) => reject(cannotRun(command, error)))
      child.on('close', (exitCode, signal) => {
        const forwarded = stopForwarding()
        if (forwarded) process.exit(128 + constants.signals[forwarded])
        resolve(exitCode ?? 128 + (signal ? constants.signals[signal] : 0))
      })
    })
  })
  if (code !== 0) throw new SetupFailed(`${output.trim()}\n\n${title} failed (exit code ${code}).`)
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => NodeJS.Signals | undefined} ends it and names the signal that was passed on
 */
function forwardSignals(child) {
  /** @type {NodeJS.Signals | undefined} */
  let forwarded
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    if (forwarded) return
    forwarded = signal
    child.kill(signal)
  }
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, forward)
  return () => {
    for (const signal of signals) process.off(signal, forward)
    return forwarded
  }
}

/**
 * @param {string} command
 * @param {Error} error
 */
function cannotRun(command, error) {
  return new SetupFailed(
    `${command} cannot be run: ${error.message}\n` +
      `The packaged Node.js and PostgreSQL need glibc on Linux; on Alpine and other musl systems use a Debian image.`,
    { cause: error },
  )
}
