import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { MEMORY_FLAGS } from './memory-settings.mjs'
import { environmentFor } from './pinned-node.mjs'
import { withProgress } from './progress.mjs'
import { root } from './root.mjs'
import { SetupError } from './setup-error.mjs'

/** @typedef {import('node:child_process').SpawnOptions} SpawnOptions */

/**
 * Runs a program with the terminal of this process and exits with its exit code.
 *
 * @param {string} node
 * @param {string[]} args
 * @param {Record<string, string>} [environment]
 * @returns {Promise<never>}
 */
export async function runInPlace(node, args, environment) {
  const code = await run(node, [...MEMORY_FLAGS, ...args], {
    env: environmentFor(node, environment),
    stdio: 'inherit',
  })
  process.exit(code)
}

/**
 * Resolves with the exit code, or 128 + n after signal n. Signals are forwarded once: a terminal has sent them to the
 * program already, a process manager only to this process.
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
      reject(spawnError(command, error))
    })
    child.on('exit', (code, signal) => {
      stopForwarding()
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0))
    })
  })
}

/**
 * Runs a step with a progress line; its output is printed only when it fails.
 *
 * @param {string} title
 * @param {string} command
 * @param {string[]} args
 * @param {SpawnOptions} options
 */
export async function runStep(title, command, args, options) {
  const { code, output } = await withProgress(title, () => runCaptured(command, args, options))
  if (code !== 0) throw new SetupError(`${output.trim()}\n\n${title} failed (exit code ${code}).`)
}

/**
 * Resolves with the exit code and the output of stdout and stderr. A forwarded signal ends this process too.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {SpawnOptions} options
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runCaptured(command, args, options) {
  let output = ''
  const child = spawn(command, args, { cwd: root, ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const stopForwarding = forwardSignals(child)
  child.stdout.on('data', (text) => (output += text))
  child.stderr.on('data', (text) => (output += text))
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(spawnError(command, error)))
    child.on('close', (exitCode, signal) => {
      const forwarded = stopForwarding()
      if (forwarded) process.exit(128 + constants.signals[forwarded])
      resolve({ code: exitCode ?? 128 + (signal ? constants.signals[signal] : 0), output })
    })
  })
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => NodeJS.Signals | undefined} stops forwarding and returns the forwarded signal
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
function spawnError(command, error) {
  return new SetupError(
    `${command} could not be started: ${error.message}\n` +
      `The packaged Node.js and PostgreSQL need glibc on Linux; on Alpine and other musl systems use a Debian image.`,
    { cause: error },
  )
}
