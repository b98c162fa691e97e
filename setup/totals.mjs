import { existsSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { inRoot } from './root.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Totals */

/**
 * What Vitest's JSON report says. A file that could not even be loaded has no tests and counts as one failure.
 *
 * @param {any} report
 * @returns {Totals}
 */
export function totalsOfVitest(report) {
  const broken = report.testResults.filter(
    (/** @type {any} */ file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/**
 * What Playwright's JSON report says. A flaky test passed in the end; an error outside the tests is a failure.
 *
 * @param {any} report
 * @returns {Totals}
 */
export function totalsOfPlaywright({ stats, errors }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + (stats.unexpected === 0 ? errors.length : 0),
    skipped: stats.skipped,
  }
}

/**
 * The names of what failed in Vitest's JSON report, each with the first line of why.
 *
 * @param {any} report
 * @returns {string[]}
 */
export function failuresOfVitest(report) {
  return report.testResults.flatMap((/** @type {any} */ file) => {
    if (file.status !== 'failed') return []
    const failed = file.assertionResults.filter((/** @type {any} */ { status }) => status === 'failed')
    if (failed.length === 0) return [nameOf(file.name, 'the file itself', file.message)]
    return failed.map((/** @type {any} */ { fullName, failureMessages }) =>
      nameOf(file.name, fullName, failureMessages[0]),
    )
  })
}

/**
 * The same of Playwright's JSON report; what passed only when it was tried again is named too.
 *
 * @param {any} report
 * @returns {string[]}
 */
export function failuresOfPlaywright({ suites = [] }) {
  return suites.flatMap(failuresOfSuite)
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
        nameOf(
          file,
          status === 'flaky' ? `${title} (passed when tried again)` : title,
          results[0]?.error?.message,
        ),
      ),
  )
  return [...own, ...suites.flatMap(failuresOfSuite)]
}

/**
 * What the report of the faults says. A fault that this machine cannot bring about is skipped, not passed.
 *
 * @param {any} report
 * @returns {Totals}
 */
export function totalsOfFaults({ results }) {
  const count = (/** @type {string} */ wanted) =>
    results.filter((/** @type {any} */ { verdict }) => verdict === wanted).length
  return { passed: count('passed'), failed: count('missed'), skipped: count('not run') }
}

/**
 * The figures that were missed, each with the numbers that say so.
 *
 * @param {any} report
 * @returns {string[]}
 */
export function failuresOfFaults({ results }) {
  return results
    .filter((/** @type {any} */ { verdict }) => verdict === 'missed')
    .map((/** @type {any} */ { figure, name, reason, measures }) => {
      const told = Object.entries(measures).map(([what, { value, unit }]) =>
        `${what} ${value} ${unit}`.trim(),
      )
      return `${figure} ${name}: ${reason ?? told.join(', ')}`
    })
}

/**
 * @param {string} file
 * @param {string} title
 * @param {string} [message]
 */
function nameOf(file, title, message = '') {
  // oxlint-disable-next-line no-control-regex -- the runners colour their messages
  const [why = ''] = message.replaceAll(/\u001B\[\d+m/g, '').split('\n')
  return `${relative(inRoot('.'), resolve(file))} › ${title}: ${why.slice(0, 200)}`
}

/** @param {Totals[]} parts */
export function sumOf(parts) {
  return parts.reduce(
    (sum, part) => ({
      passed: sum.passed + part.passed,
      failed: sum.failed + part.failed,
      skipped: sum.skipped + part.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )
}

/** @param {Totals} totals */
export function lineOf({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** @param {string} path */
export function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}
