import { expect, test } from 'vitest'

import { caseKinds, caseReasons } from '#contract/moderation/cases.ts'

import { decisionOptions } from './decision-options.ts'

const subject = {
  state: 'open',
  reason: 'other',
  script: { id: 1, name: 'Garage', isHidden: false },
  version: null,
  user: { id: 2, username: 'ada' },
  decision: null,
} as const

test('each decision of a case has its own key', () => {
  for (const kind of caseKinds)
    for (const reason of caseReasons) {
      const options = decisionOptions({ ...subject, kind, reason }, true)
      expect(options.length).toBeGreaterThanOrEqual(2)
      expect(new Set(options.map(({ key }) => key)).size).toBe(options.length)
    }
})

function decisionsFor(change: object, mayBan: boolean) {
  return decisionOptions({ ...subject, kind: 'report', ...change }, mayBan).map(({ decision }) => decision)
}

test('a decision that does not fit the subject or the moderator is not offered', () => {
  expect(decisionsFor({}, true)).toEqual(['dismissed', 'warned', 'removed', 'banned'])
  expect(decisionsFor({}, false)).toEqual(['dismissed', 'warned', 'removed'])
  expect(decisionsFor({ script: null }, true)).toEqual(['dismissed', 'warned', 'banned'])
})

test('a takedown is decided, and once more after a counter-notice', () => {
  expect(decisionsFor({ kind: 'takedown', reason: 'copyright' }, true)).toEqual(['taken-down', 'denied'])
  expect(decisionsFor({ kind: 'takedown', reason: 'copyright', decision: 'taken-down' }, true)).toEqual([
    'taken-down',
    'restored',
  ])
  const decided = { kind: 'takedown', reason: 'copyright', decision: 'taken-down', state: 'closed' }
  expect(decisionsFor(decided, true)).toEqual(['restored'])
})
