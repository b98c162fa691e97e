import { expect, test } from 'vitest'
import {
  addTotals,
  describeFailure,
  formatTotals,
  summariseFaults,
  summarisePlaywright,
} from './test-summary.mjs'

const report = { stats: { expected: 8, unexpected: 0, flaky: 0, skipped: 0 }, errors: [] }

test('the totals of all runners are one line, which names skipped tests only if there are any', () => {
  const { totals } = summarisePlaywright(report)

  expect(formatTotals(addTotals([totals]))).toBe('8 passed, 0 failed')
  expect(formatTotals(addTotals([totals, { passed: 40, failed: 1, skipped: 3 }]))).toBe(
    '48 passed, 1 failed, 3 skipped',
  )
  expect(formatTotals(addTotals([]))).toBe('0 passed, 0 failed')
})

test('browser tests that could not start are a failure', () => {
  const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }

  expect(summarisePlaywright({ stats, errors: [{ message: 'no server' }] }).totals.failed).toBe(1)
})

test('a browser test that passed on retry has failed', () => {
  const specs = [
    spec('signs in', 'expected'),
    spec('likes', 'flaky', '\u001B[31mno heart\u001B[39m'),
    spec('submits', 'unexpected', 'no form'),
  ]

  const stats = { expected: 1, unexpected: 1, flaky: 1, skipped: 0 }
  const { totals, failures } = summarisePlaywright({ ...report, stats, suites: [{ suites: [{ specs }] }] })

  expect(totals).toEqual({ passed: 1, failed: 2, skipped: 0 })
  expect(failures).toEqual([
    'e2e/a.spec.ts › likes (passed on retry): no heart',
    'e2e/a.spec.ts › submits: no form',
  ])
})

test('a failure has the first line of the error and of its cause', () => {
  const error = new Error('Failed query: insert into users\nparams: 1', {
    cause: new Error('canceling statement due to statement timeout\nstack'),
  })

  expect(describeFailure('a.test.ts', 'adds', error)).toBe(
    'a.test.ts › adds: Failed query: insert into users: canceling statement due to statement timeout',
  )
  expect(describeFailure('a.test.ts', 'adds')).toBe('a.test.ts › adds: ')
})

test('a fault that missed its limit has its measured values, one without measures its reason', () => {
  const lost = {
    figure: 'F1',
    name: 'kill',
    verdict: 'missed',
    measures: { lost: { value: 2, unit: 'rows' } },
  }
  const broken = { figure: 'F2', name: 'cut', verdict: 'missed', reason: 'no disk', measures: {} }
  const skipped = { figure: 'F4', name: 'full', verdict: 'not run', measures: {} }

  expect(summariseFaults({ results: [lost, broken, skipped] })).toEqual({
    totals: { passed: 0, failed: 2, skipped: 1 },
    failures: ['F1 kill: lost 2 rows', 'F2 cut: no disk'],
  })
})

function spec(title: string, status: string, message?: string) {
  return {
    file: 'e2e/a.spec.ts',
    title,
    tests: [{ status, results: [message ? { error: { message } } : {}] }],
  }
}
