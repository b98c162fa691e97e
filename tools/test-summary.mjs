import { existsSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { root } from './root.mjs'

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Totals
 * @typedef {{ totals: Totals, failures: string[] }} Summary
 * @typedef {{ message?: string, cause?: unknown }} TestError
 */

/**
 * Summarises the JSON report of Playwright. A test that passed only when it was repeated has failed, and so has an
 * error outside of the tests.
 *
 * @param {any} report
 * @returns {Summary}
 */
export function summarisePlaywright({ stats, errors, suites = [] }) {
  return {
    totals: {
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky + (stats.unexpected === 0 ? errors.length : 0),
      skipped: stats.skipped,
    },
    failures: suites.flatMap(failuresOfSuite),
  }
}

/**
 * @param {any} suite
 * @returns {string[]}
 */
function failuresOfSuite({ suites = [], specs = [] }) {
  const own = specs.flatMap((/** @type {any} */ { file, title, tests }) =>
    tests
      .filter((/** @type {any} */ { status }) => status === 'unexpected' || status === 'flaky')
      .map((/** @type {any} */ { status, results }) =>
        describeFailure(file, status === 'flaky' ? `${title} (passed on retry)` : title, results[0]?.error),
      ),
  )
  return [...own, ...suites.flatMap(failuresOfSuite)]
}

/**
 * Summarises the report of the faults. A fault that this machine cannot cause is skipped.
 *
 * @param {any} report
 * @returns {Summary}
 */
export function summariseFaults({ results }) {
  const count = (/** @type {string} */ verdict) =>
    results.filter((/** @type {any} */ result) => result.verdict === verdict).length
  return {
    totals: { passed: count('passed'), failed: count('missed'), skipped: count('not run') },
    failures: results
      .filter((/** @type {any} */ { verdict }) => verdict === 'missed')
      .map((/** @type {any} */ { figure, name, reason, measures }) => {
        const values = Object.entries(measures).map(([measure, { value, unit }]) =>
          `${measure} ${value} ${unit}`.trim(),
        )
        return `${figure} ${name}: ${reason ?? values.join(', ')}`
      }),
  }
}

/**
 * The first line of an error and of its cause: Drizzle puts the error of PostgreSQL into the cause.
 *
 * @param {string} file
 * @param {string} title
 * @param {TestError} [error]
 */
export function describeFailure(file, title, error = {}) {
  const cause = error.cause instanceof Object && 'message' in error.cause ? String(error.cause.message) : ''
  const why = [error.message ?? '', cause].map(firstLine).filter(Boolean).join(': ')
  return `${relative(root, resolve(root, file))} › ${title}: ${why}`
}

/** @param {string} message */
function firstLine(message) {
  // oxlint-disable-next-line no-control-regex -- Playwright colours its messages
  const [line = ''] = message.replaceAll(/\u001B\[\d+m/g, '').split('\n')
  return line.slice(0, 200)
}

/** @param {Totals[]} parts */
export function addTotals(parts) {
  const totals = { passed: 0, failed: 0, skipped: 0 }
  for (const { passed, failed, skipped } of parts) {
    totals.passed += passed
    totals.failed += failed
    totals.skipped += skipped
  }
  return totals
}

/** @param {Totals} totals */
export function formatTotals({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** @param {string} path */
export function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}
