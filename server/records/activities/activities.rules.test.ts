import { expect, test } from 'vitest'

import type { Permission } from '#contract/platform/permissions.ts'

import { cleanMetadata, mayReport, metadataProblem } from './activities.rules.ts'

const withKeys = (...keys: Permission[]) => ({ permissions: new Set(keys) })
const error = { type: 'system', status: 'error', action: 'System Error' } as const
const refresh = { type: 'system', status: 'info', action: 'Dashboard Refreshed' } as const

test.each([
  ['a visitor reports a system error', null, error, true],
  ['a visitor reports one as a warning', null, { ...error, status: 'warning' }, false],
  ['a visitor reports one as type script', null, { ...error, type: 'script' }, false],
  ['a visitor reports a sign-in as an error', null, { ...error, action: 'User Login' }, false],
  ['a member reports a view', withKeys(), { type: 'script', status: 'info', action: 'Script Viewed' }, true],
  ['a member reports a refreshed dashboard', withKeys(), refresh, false],
  [
    'a user with dashboard permission reports a refreshed dashboard',
    withKeys('admin.dashboard.view'),
    refresh,
    true,
  ],
] as const)('%s: %s', (_, actor, report, expected) => expect(mayReport(actor, report)).toBe(expected))

const nested = (levels: number): Record<string, unknown> => (levels === 1 ? {} : { in: nested(levels - 1) })

test.each([
  ['no keys', {}, undefined],
  ['five levels', nested(5), undefined],
  ['six levels', nested(6), 'Metadata must be at most 5 levels deep'],
  ['six levels of arrays', { in: [[[[[]]]]] }, 'Metadata must be at most 5 levels deep'],
  ['4096 bytes', { text: 'x'.repeat(4096 - 11) }, undefined],
  ['4097 bytes', { text: 'x'.repeat(4097 - 11) }, 'Metadata must be at most 4 KB'],
  ['4098 bytes of multi-byte characters', { text: 'é'.repeat(2044) }, 'Metadata must be at most 4 KB'],
])('metadata of %s', (_, metadata, expected) => expect(metadataProblem(metadata)).toBe(expected))

test('identity keys are removed at every level in any case', () => {
  const cleaned = cleanMetadata({
    userId: 1,
    UserName: 'boss',
    context: [{ email: 'boss@example.com', path: '/', deep: { user_id: 1, ok: true } }],
  })

  expect(cleaned).toEqual({ context: [{ path: '/', deep: { ok: true } }] })
})
