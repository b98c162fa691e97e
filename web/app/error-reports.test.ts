import { expect, test } from 'vitest'

import { activityLimits } from '#contract/records/activities.ts'

import { ApiError } from './call.ts'
import { createReport } from './error-reports.ts'

const where = { path: '/scripts', timestamp: '2026-11-20T12:00:00.000Z' }

test('a failed call is reported with its status and message', () => {
  const failure = { status: 500, statusText: 'Internal Server Error', code: 'internal' } as const
  const error = new ApiError('Internal error', failure)
  expect(createReport({ context: 'GET /api/stats', error }, where)).toEqual({
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
])('%s that fails without an error reply is reported as: %s', (context, text) => {
  const error = new ApiError('HTTP 502: Bad Gateway', { status: 502, statusText: 'Bad Gateway' })

  expect(createReport({ context, error }, where)).toMatchObject({
    description: 'HTTP 502: Bad Gateway',
    metadata: { context, error: text },
  })
})

test('the report of a long error is within the limits of the call', () => {
  const error = new RangeError('ä😀'.repeat(2000))
  const report = createReport({ context: 'Uncaught error', error }, where)
  expect(report?.description.length).toBeLessThanOrEqual(activityLimits.descriptionMax)
  expect(new TextEncoder().encode(JSON.stringify(report?.metadata)).length).toBeLessThan(
    activityLimits.metadataSizeMax,
  )
})

test.each([
  [
    'an error of a call, which the call itself reports',
    new ApiError('Network error occurred', { code: 'network' }),
  ],
  ['an aborted request', new DOMException('The user aborted a request.', 'AbortError')],
  ['an error of a script of another origin', undefined],
])('%s is not reported', (_, error) => {
  expect(createReport({ context: 'Unhandled rejection', error }, where)).toBeUndefined()
})
