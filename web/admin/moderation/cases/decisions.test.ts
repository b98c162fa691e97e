import { expect, test } from 'vitest'

import { caseKinds, caseReasons } from '#contract/moderation/cases.ts'

import {
  canChoose,
  decisionDraft,
  decisionOptions,
  detailsOf,
  isPerScript,
  noDetails,
  proposedScripts,
} from './decisions.ts'

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

const details = {
  removalReason: 'stolen',
  duration: '3',
  hidesScripts: true,
  acceptsFindings: true,
  blocked: [{ kind: 'host', value: 'bad.example' }],
  blockedTexts: ' loadstring(x)\n\nhelper = nil ',
  scripts: undefined,
  except: [7],
} as const
const base = {
  texts: { response: 'Copied.', logNote: '' },
  details,
  findings: [{ rule: 'runs-code', fileSha256: 'a'.repeat(32) }],
  now: Date.parse('2026-11-20T12:00:00Z'),
}
const none = { accept: [], blocklist: [], except: [] }
const blocked = {
  accept: [],
  blocklist: [
    ...details.blocked,
    { kind: 'text', value: 'loadstring(x)' },
    { kind: 'text', value: 'helper = nil' },
  ],
  except: [7],
}

test.each([
  ['dismissed', { hideScripts: false, actions: none }],
  ['published', { hideScripts: false, actions: { accept: base.findings, blocklist: [], except: [] } }],
  ['removed', { removalReason: 'stolen', hideScripts: false, actions: blocked }],
  [
    'banned',
    {
      removalReason: 'stolen',
      ban: { is_permanent: false, expires_at: '2026-11-23T12:00:00.000Z' },
      hideScripts: true,
      actions: blocked,
    },
  ],
] as const)('the decision %s contains only what it needs', (decision, expected) => {
  expect(decisionDraft({ ...base, decision })).toEqual({ decision, ...base.texts, ...expected })
})

test('a ban without hiding scripts needs no reason for them', () => {
  expect(decisionDraft({ ...base, details: noDetails, decision: 'banned' })).not.toHaveProperty(
    'removalReason',
  )
})

test('a report of a stolen script proposes that reason for hiding, others propose none', () => {
  expect(detailsOf({ reason: 'stolen' }).removalReason).toBe('stolen')
  expect(detailsOf({ reason: 'misleading' })).toEqual(noDetails)
})
