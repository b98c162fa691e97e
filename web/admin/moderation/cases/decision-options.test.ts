import { expect, test } from 'vitest'

import { caseKinds, caseReasons } from '#contract/moderation/cases.ts'

import { decisionOptions } from './decision-options.ts'

const subject = {
  state: 'open',
  reason: 'other',
  script: { id: 1, name: 'Garage', isHidden: false },
  noticeScripts: [],
  version: null,
  user: { id: 2, username: 'ada' },
  userRecord: null,
  decision: null,
  answeredBy: null,
  reportedTexts: 0,
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

test('a report that a decision in force answers already is not dismissed', () => {
  expect(decisionsFor({ answeredBy: null }, true)).toContain('dismissed')
  for (const answeredBy of ['removed', 'withdrawn', 'text-hidden', 'banned'])
    expect(decisionsFor({ answeredBy }, true)).not.toContain('dismissed')
})

function effectOnTexts(reportedTexts: number, change: object = {}) {
  const options = decisionOptions(
    { ...subject, kind: 'report', script: null, reportedTexts, ...change },
    true,
  )
  return options.find(({ decision }) => decision === 'text-hidden')?.effect
}

test('texts are hidden where a report names one that still exists, and the option says how many', () => {
  expect(effectOnTexts(0)).toBeUndefined()
  expect(effectOnTexts(1)).toMatch(/^Only ada and staff can see the reported text\./)
  expect(effectOnTexts(2)).toContain('the reported texts.')
  expect(effectOnTexts(1, { answeredBy: 'text-hidden' })).toMatch(/^The reported text is already hidden\./)
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
