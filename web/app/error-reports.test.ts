import { expect, test } from 'vitest'

import { activityLimits } from '#contract/activities.ts'

import { CallFailure } from './call.ts'
import { describe } from './error-reports.ts'

const where = { path: '/scripts', timestamp: '2026-11-20T12:00:00.000Z' }

test('a call that failed is told in the words of the specification', () => {
  const failure = { status: 500, statusText: 'Internal Server Error', code: 'internal' } as const
  const error = new CallFailure('Internal error', failure)
  expect(describe({ context: 'GET /api/stats', error }, where)).toEqual({
    description: 'HTTP 500: Internal Server Error',
    metadata: { context: 'GET /api/stats', error: 'Internal error', ...where },
  })
})

test.each([
  ['GET /api/auth/profile', 'Profile fetch failed'],
  ['PUT /api/auth/profile', 'Profile update failed'],
  ['GET /api/categories', 'Failed to load categories'],
  ['GET /api/scripts', 'Failed to load scripts'],
  ['GET /api/scripts/:id', 'Failed to load script'],
  ['GET /api/partners', 'Failed to load partners'],
  ['GET /api/stats', 'Failed to load stats'],
  ['POST /api/scripts', 'Failed to create script'],
  ['GET /api/scripts/:id/download', 'Failed to download script'],
  ['GET /api/user-styles', 'Failed to fetch user styles'],
  ['GET /api/groups/me/info', 'Failed to fetch user groups'],
  ['GET /api/users/me', 'Failed to check ban status'],
  ['GET /api/users/admin/users', 'HTTP 502: Bad Gateway'],
])('%s that fails without a reason is told as: %s', (context, said) => {
  const error = new CallFailure('HTTP 502: Bad Gateway', { status: 502, statusText: 'Bad Gateway' })

  expect(describe({ context, error }, where)).toMatchObject({
    description: 'HTTP 502: Bad Gateway',
    metadata: { context, error: said },
  })
})

test('however much an error has to say, its report is within the limits', () => {
  const error = new RangeError('ä😀'.repeat(2000))
  const report = describe({ context: 'Uncaught error', error }, where)
  expect(report?.description.length).toBeLessThanOrEqual(activityLimits.descriptionMax)
  expect(new TextEncoder().encode(JSON.stringify(report?.metadata)).length).toBeLessThan(
    activityLimits.metadataSizeMax,
  )
})

test.each([
  ['what the call has told already', new CallFailure('Network error occurred', { code: 'network' })],
  ['what was given up on', new DOMException('The user aborted a request.', 'AbortError')],
  ['what another site’s script did', undefined],
])('%s is not told', (_, error) => {
  expect(describe({ context: 'Unhandled rejection', error }, where)).toBeUndefined()
})
