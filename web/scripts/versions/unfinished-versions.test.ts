import { expect, test } from 'vitest'

import { hasUnfinished, isReportUnfinished } from './unfinished-versions.ts'

type Version = Parameters<typeof hasUnfinished>[0][number]

const first: Version = { state: 'published', analysis: 'done', hasFile: true, change: null }
const change = { added: [], removed: [], files: { added: 1, removed: 0, changed: 0 } }

test.each<[string, Version[], boolean]>([
  ['waits for its analysis', [{ ...first, analysis: 'waiting' }], true],
  ['is analysed and not published yet', [{ ...first, state: 'scanning' }], true],
  ['is analysed and not compared yet', [first, first], true],
  [
    'is analysed and not compared yet; a withdrawn one is between',
    [first, { ...first, state: 'withdrawn', change }, first],
    true,
  ],
  ['is compared', [{ ...first, change }, first], false],
  ['is the first one', [first], false],
  ['follows one that could not be read', [first, { ...first, analysis: 'failed' }], false],
  ['follows one whose archive is gone', [first, { ...first, hasFile: false }], false],
  ['follows one that was withdrawn only', [first, { ...first, state: 'withdrawn' }], false],
])('a list whose newest version %s is loaded again: $2', (_, versions, isLoadedAgain) => {
  expect(hasUnfinished(versions)).toBe(isLoadedAgain)
})

const previous = { id: 1, number: '1.0.0', isComparable: true }
const version = { hasFile: true, change: null }

test.each<[string, Parameters<typeof isReportUnfinished>[0], boolean]>([
  ['waits', { version, state: 'waiting', context: { previous: null } }, true],
  ['is not compared yet', { version, state: 'done', context: { previous } }, true],
  ['is compared', { version: { ...version, change }, state: 'done', context: { previous } }, false],
  ['is the first one', { version, state: 'done', context: { previous: null } }, false],
  ['could not be read', { version, state: 'failed', context: { previous } }, false],
  [
    'follows one that could not be read',
    { version, state: 'done', context: { previous: { ...previous, isComparable: false } } },
    false,
  ],
])('the report of a version that %s is loaded again: $2', (_, report, isLoadedAgain) => {
  expect(isReportUnfinished(report)).toBe(isLoadedAgain)
})
