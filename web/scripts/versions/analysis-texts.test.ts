import { expect, test } from 'vitest'

import type { WorstFinding } from '#contract/scripts/versions.ts'

import { escrowText, frameworksText, statusOf } from './report-texts.ts'
import { refetchMs, waitText } from './analysis-texts.ts'

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
  [found(0, 0, 0), 'idle', 'No known suspicious patterns'],
  [{ ...found(0, 0, 0), isWhole: false }, 'warn', 'Could not be fully read'],
])('the status of %o is %s: %s', (analysis, tone, text) => {
  expect(statusOf(analysis)).toEqual({ tone, text })
})

const loader: WorstFinding = {
  rule: 'runs-downloaded-code',
  title: 'Runs code that it downloads',
  severity: 'high',
  path: 'garage/server.lua',
  line: 12,
  basis: 'code',
  isExplained: false,
  isConfirmed: false,
}
const words: WorstFinding = {
  ...loader,
  rule: 'blocklisted-text',
  title: 'Contains a host or text of known infections',
  basis: 'text',
  isExplained: true,
}

test('the head of a report names the worst finding, its place, how sure it is, and who has looked at it', () => {
  expect(statusOf({ ...found(1, 2, 0), worst: loader })).toEqual({
    tone: 'danger',
    text: 'Check first: runs code that it downloads',
    place: 'garage/server.lua:12',
    remarks:
      'The code does this. The author has not explained it, and no moderator has ruled on it yet. 2 other findings.',
  })
})

test.each<[string, WorstFinding, string, string, string]>([
  [
    'a list of words',
    words,
    'warn',
    'A text to check: contains a host or text of known infections',
    'Only the text was found: we do not know what the code does with it. The author has explained it; no moderator has ruled on it yet.',
  ],
  [
    'a text in a comment',
    { ...words, basis: 'comment', isExplained: false },
    'warn',
    'A text to check: contains a host or text of known infections',
    'The text is in a comment, which does not run. The author has not explained it, and no moderator has ruled on it yet.',
  ],
  [
    'a confirmed finding',
    { ...words, isConfirmed: true },
    'danger',
    'Confirmed by a moderator: contains a host or text of known infections',
    'Only the text was found: we do not know what the code does with it. The author has commented on it.',
  ],
  [
    'code that cannot be read',
    { ...loader, title: 'Is obfuscated', basis: 'unread', line: null },
    'danger',
    'Check first: is obfuscated',
    'We could not follow what it does. The author has not explained it, and no moderator has ruled on it yet.',
  ],
  [
    'a file that no manifest loads',
    { ...loader, basis: 'unloaded' },
    'danger',
    'Check first: runs code that it downloads',
    'No manifest loads this file; other code may. The author has not explained it, and no moderator has ruled on it yet.',
  ],
  [
    'a finding of severity medium',
    { ...loader, severity: 'medium' },
    'warn',
    'Worth a look: runs code that it downloads',
    'The code does this. The author has not explained it, and no moderator has ruled on it yet.',
  ],
])('the head of a report with %s', (_, worst, tone, text, remarks) => {
  expect(statusOf({ ...found(1, 0, 0), worst })).toMatchObject({ tone, text, remarks })
})

test('findings that a moderator accepted are counted where nothing else was found', () => {
  expect(statusOf({ ...found(0, 0, 0), worst: null, accepted: 2 }).text).toBe(
    'Nothing else was found: a moderator accepted 2 findings',
  )
})

const wait = { position: 1, isLong: false, seconds: 4, isRepeated: false }

test.each([
  ['waiting', wait, 'It is next. The result should be here in a few seconds.'],
  [
    'waiting',
    { ...wait, position: 2, seconds: 40 },
    '1 archive is ahead of it. The result should be here in less than a minute.',
  ],
  [
    'waiting',
    { ...wait, position: 13, seconds: 700, isLong: true },
    '12 archives are ahead of it in the queue of large archives. The result should be here in about 12 minutes.',
  ],
  [
    'waiting',
    { ...wait, position: null, seconds: 9000 },
    'Many archives are ahead of it. The result should be here in about 3 hours.',
  ],
  [
    'waiting',
    { ...wait, isRepeated: true },
    'The scan was interrupted and starts again by itself. It is next. The result should be here in a few seconds.',
  ],
  [
    'running',
    { ...wait, position: null },
    'Its files are being read and checked against our rules, which takes a few seconds.',
  ],
] as const)('an archive that is %s says how long it takes: %o', (state, value, text) => {
  expect(waitText({ state, wait: value })).toBe(text)
})

test('a framework that is used only where a server has it is optional', () => {
  expect(frameworksText(['esx', 'vorp', 'other'], ['esx'])).toEqual(['ESX (optional)', 'VORP', 'other'])
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
