import { expect, test } from 'vitest'

import { escrowText, refetchMs, statusOf } from './analysis-texts.ts'

const found = (high: number, medium: number, low: number) => ({
  state: 'done' as const,
  position: null,
  isWhole: true,
  counts: { high, medium, low },
})

test.each([
  [{ ...found(0, 0, 0), state: 'waiting' as const, position: 3 }, 'info', 'Waiting for the scan: position 3'],
  [{ ...found(0, 0, 0), state: 'waiting' as const }, 'info', 'Waiting for the scan'],
  [{ ...found(0, 0, 0), state: 'running' as const }, 'info', 'Scanning the archive now'],
  [{ ...found(0, 0, 0), state: 'failed' as const }, 'warn', 'Could not be read'],
  [found(1, 9, 9), 'danger', '1 thing to check first'],
  [found(0, 2, 1), 'warn', '3 things worth a look'],
  [found(0, 0, 1), 'idle', '1 thing worth a look'],
  [found(0, 0, 0), 'idle', 'No known pattern was found'],
  [{ ...found(0, 0, 0), isWhole: false }, 'warn', 'Could not be fully read'],
])('the status of %o is %s: %s', (analysis, tone, text) => {
  expect(statusOf(analysis)).toEqual({ tone, text })
})

test('escrowed files are counted', () => {
  expect(escrowText(1)).toBe('Escrowed by Cfx.re: 1 file is encrypted and was not scanned.')
  expect(escrowText(14)).toBe('Escrowed by Cfx.re: 14 files are encrypted and were not scanned.')
})

test('a page asks for an analysis again after a second, and less often the longer it takes', () => {
  expect([1, 2, 3, 4, 5, 2000].map((dataUpdateCount) => refetchMs({ dataUpdateCount }))).toEqual([
    1000, 2000, 4000, 8000, 8000, 8000,
  ])
})
