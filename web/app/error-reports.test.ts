import { expect, test } from 'vitest'

import { activityLimits } from '#contract/activities.ts'

import { CallFailure } from './call.ts'
import { describe } from './error-reports.ts'

const where = { path: '/scripts', timestamp: '2026-11-20T12:00:00.000Z' }

test('a call that failed is told in the words of the specification', () => {
  const error = new CallFailure('Internal error', { status: 500, statusText: 'Internal Server Error' })
  expect(describe({ context: 'GET /api/stats', error }, where)).toEqual({
    description: 'HTTP 500: Internal Server Error',
    metadata: { context: 'GET /api/stats', error: 'Internal error', ...where },
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
