import { array, assert, dictionary, integer, property } from 'fast-check'
import { expect, test } from 'vitest'

import type { Permission } from '#contract/permissions.ts'

import { cleanMetadata, mayReport, metadataProblem } from './activities.rules.ts'

const holding = (...keys: Permission[]) => ({ permissions: new Set(keys) })
const error = { type: 'system', status: 'error', action: 'System Error' } as const
const refresh = { type: 'system', status: 'info', action: 'Dashboard Refreshed' } as const

test.each([
  ['a visitor reports a system error', null, error, true],
  ['a visitor reports one as a warning', null, { ...error, status: 'warning' }, false],
  ['a visitor reports one as a script’s', null, { ...error, type: 'script' }, false],
  ['a visitor reports a sign-in as an error', null, { ...error, action: 'User Login' }, false],
  ['a member reports a view', holding(), { type: 'script', status: 'info', action: 'Script Viewed' }, true],
  ['a member reports a refreshed dashboard', holding(), refresh, false],
  ['whoever sees the dashboard reports it refreshed', holding('admin.dashboard.view'), refresh, true],
] as const)('%s: %s', (_, actor, report, expected) => expect(mayReport(actor, report)).toBe(expected))

const nested = (levels: number): Record<string, unknown> => (levels === 1 ? {} : { in: nested(levels - 1) })

test.each([
  ['nothing', {}, undefined],
  ['five levels', nested(5), undefined],
  ['six levels', nested(6), 'Metadata must be at most 5 levels deep'],
  ['six levels by way of lists', { in: [[[[[]]]]] }, 'Metadata must be at most 5 levels deep'],
  ['4096 bytes', { text: 'x'.repeat(4096 - 11) }, undefined],
  ['4097 bytes', { text: 'x'.repeat(4097 - 11) }, 'Metadata must be at most 4 KB'],
  ['4098 bytes in fewer letters', { text: 'é'.repeat(2044) }, 'Metadata must be at most 4 KB'],
])('metadata of %s', (_, metadata, expected) => expect(metadataProblem(metadata)).toBe(expected))

test('identities are dropped at every level, whatever their case', () => {
  const cleaned = cleanMetadata({
    userId: 1,
    UserName: 'boss',
    context: [{ email: 'boss@example.com', path: '/', deep: { user_id: 1, ok: true } }],
  })

  expect(cleaned).toEqual({ context: [{ path: '/', deep: { ok: true } }] })
})

// Any sixteen bits at each place, so that halves of surrogate pairs stand alone.
const anyText = array(integer({ min: 0, max: 0xffff }), { maxLength: 5 }).map((units) =>
  String.fromCharCode(...units),
)

test('whatever was sent, what is kept is text that a database can store', () => {
  assert(
    property(dictionary(anyText, array(anyText)), (metadata) => {
      expect(JSON.stringify(cleanMetadata(metadata))).not.toMatch(/\\ud[89a-f]/i)
    }),
  )
  expect(cleanMetadata({ '\ud800': ['\udc00'] })).toEqual({ '\ufffd': ['\ufffd'] })
})
