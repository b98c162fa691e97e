import { expect, test } from 'vitest'
import {
  failuresOfPlaywright,
  failuresOfVitest,
  lineOf,
  sumOf,
  totalsOfPlaywright,
  totalsOfVitest,
} from './totals.mjs'

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

test('what failed is named with its file and the first line of why', () => {
  const report = {
    testResults: [
      { name: 'a.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'adds' }] },
      {
        name: 'b.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'failed', fullName: 'divides', failureMessages: ['expected 2\n  at b'] },
        ],
      },
      { name: 'c.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  }

  expect(failuresOfVitest(report)).toEqual([
    'b.test.ts › divides: expected 2',
    'c.test.ts › the file itself: no such module',
  ])
})

test('a journey that passed when tried again is named as such', () => {
  const specs = [
    spec('signs in', 'expected'),
    spec('likes', 'flaky', '\u001B[31mno heart\u001B[39m'),
    spec('submits', 'unexpected', 'no form'),
  ]

  expect(failuresOfPlaywright({ suites: [{ suites: [{ specs }] }] })).toEqual([
    'e2e/a.spec.ts › likes (passed when tried again): no heart',
    'e2e/a.spec.ts › submits: no form',
  ])
})

function spec(title: string, status: string, message?: string) {
  return {
    file: 'e2e/a.spec.ts',
    title,
    tests: [{ status, results: [message ? { error: { message } } : {}] }],
  }
}
