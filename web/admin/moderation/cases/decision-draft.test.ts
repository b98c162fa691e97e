import { expect, test } from 'vitest'

import { decisionDraft, detailsOf, noDetails } from './decision-draft.ts'

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
