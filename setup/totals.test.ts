import { expect, test } from 'vitest'
import { lineOf, sumOf, totalsOfPlaywright, totalsOfVitest } from './totals.mjs'

const vitest = {
  numPassedTests: 40,
  numFailedTests: 1,
  numPendingTests: 2,
  numTodoTests: 1,
  testResults: [
    { status: 'passed', assertionResults: [{}] },
    { status: 'failed', assertionResults: [{}] },
  ],
}
const playwright = { stats: { expected: 7, unexpected: 0, flaky: 1, skipped: 0 }, errors: [] }

test('both runners count together, in one line', () => {
  const totals = sumOf([totalsOfVitest(vitest), totalsOfPlaywright(playwright)])

  expect(lineOf(totals)).toBe('48 passed, 1 failed, 3 skipped')
})

test('skipped tests are named only when there are any', () => {
  expect(lineOf(totalsOfPlaywright(playwright))).toBe('8 passed, 0 failed')
})

test('a test file that cannot be loaded is a failure, though it has no tests', () => {
  const broken = {
    ...vitest,
    testResults: [...vitest.testResults, { status: 'failed', assertionResults: [] }],
  }

  expect(totalsOfVitest(broken).failed).toBe(2)
})

test('journeys that could not begin are a failure, though none was counted', () => {
  const noServer = {
    stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 },
    errors: [{ message: 'no server' }],
  }

  expect(totalsOfPlaywright(noServer)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('without a report nothing passed', () => {
  expect(lineOf(sumOf([]))).toBe('0 passed, 0 failed')
})
