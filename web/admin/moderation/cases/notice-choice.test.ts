import { expect, test } from 'vitest'

import { canChoose, isPerScript, proposedScripts } from './decision-options.ts'

const script = { id: 1, name: 'A', uploader: 'ann', isDeleted: false, isTakenDown: false, restorableAt: null }
const other = { ...script, id: 2, uploader: 'bob' }
const open = { state: 'open', decision: null } as const
const answered = { state: 'open', decision: 'taken-down' } as const
const closed = { state: 'closed', decision: 'taken-down' } as const
const hidden = { ...script, isTakenDown: true }

test('scripts of one uploader are proposed, those of several uploaders are chosen one by one', () => {
  expect(proposedScripts({ ...open, noticeScripts: [script] }, 'taken-down')).toEqual([1])
  expect(proposedScripts({ ...open, noticeScripts: [script, other] }, 'taken-down')).toEqual([])
  const deleted = { ...script, isDeleted: true }
  expect(proposedScripts({ ...open, noticeScripts: [deleted] }, 'taken-down')).toEqual([])
})

test.each([
  ['one without a counter-notice', answered, hidden, false],
  ['one with a counter-notice', answered, { ...hidden, restorableAt: '2026-12-01T00:00:00Z' }, true],
  ['one without a counter-notice of a decided case', closed, hidden, true],
  ['one that is not hidden', closed, script, false],
])('of hidden scripts %s can be restored: %o', (_, state, one, expected) => {
  expect(canChoose({ ...state, noticeScripts: [one] }, 'restored', one)).toBe(expected)
})

test('leaving all scripts hidden is one decision', () => {
  expect(isPerScript({ ...answered, noticeScripts: [hidden] }, 'taken-down')).toBe(false)
  expect(isPerScript({ ...answered, noticeScripts: [hidden] }, 'restored')).toBe(true)
  expect(isPerScript({ ...open, noticeScripts: [script] }, 'taken-down')).toBe(true)
  expect(isPerScript({ ...open, noticeScripts: [script] }, 'denied')).toBe(false)
})
