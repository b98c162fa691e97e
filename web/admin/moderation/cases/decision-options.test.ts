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
  reports: [],
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

test('a report of what is hidden already is not dismissed', () => {
  const hidden = { script: { ...subject.script, isHidden: true } }
  const withdrawn = { version: { state: 'withdrawn', withdrawal: { kind: 'security' } } }
  expect(decisionsFor(hidden, true)).toEqual(['warned', 'removed', 'banned'])
  expect(decisionsFor({ ...withdrawn, reason: 'backdoor' }, true)).not.toContain('dismissed')
  expect(decisionsFor({ ...withdrawn, reason: 'stolen' }, true)).toContain('dismissed')
})

const namesText = (id: number) => ({
  evidence: [{ url: 'https://example.com', text: { kind: 'works-report' as const, id } }],
})

function effectOnTexts(reports: Parameters<typeof decisionOptions>[0]['reports']) {
  const options = decisionOptions({ ...subject, kind: 'report', script: null, reports }, true)
  return options.find(({ decision }) => decision === 'text-hidden')?.effect
}

test('texts are hidden where a report names one, and the option says how many', () => {
  const other = { evidence: [{ url: 'https://example.com' }, { path: 'a.lua', line: 1 }] }

  expect(effectOnTexts([other])).toBeUndefined()
  expect(effectOnTexts([namesText(1), other, namesText(1)])).toMatch(
    /^Only ada and staff can see the reported text\./,
  )
  expect(effectOnTexts([namesText(1), namesText(2)])).toContain('the reported texts.')
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
