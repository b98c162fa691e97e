import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describeFailure } from './test-summary.mjs'

/** @typedef {import('vitest/node').TestModule} TestModule */

/**
 * Writes the summary of a Vitest run for `npm test`. The JSON reporter of Vitest omits the cause of an error, and with
 * it why a database statement failed.
 */
export class SummaryReporter {
  /** @param {string} path */
  constructor(path) {
    this.path = path
  }

  /**
   * @param {readonly TestModule[]} modules
   * @param {readonly import('vitest').SerializedError[]} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    const totals = { passed: 0, failed: 0, skipped: 0 }
    const failures = unhandledErrors.map((error) => describeFailure('Vitest', 'unhandled error', error))
    for (const module of modules) {
      failures.push(...module.errors().map((error) => describeFailure(module.moduleId, 'the file', error)))
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        if (state !== 'pending') totals[state] += 1
        if (state === 'failed') failures.push(describeFailure(module.moduleId, test.fullName, errors[0]))
      }
    }
    // A file that cannot be loaded has no failed test.
    totals.failed = Math.max(totals.failed, failures.length)
    mkdirSync(dirname(this.path), { recursive: true })
    writeFileSync(this.path, JSON.stringify({ totals, failures }))
  }
}
