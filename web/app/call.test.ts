import { expect, test } from 'vitest'

import { failureOf } from './call.ts'

const answer = { statusText: 'Bad Gateway', retryAfter: undefined }

test.each([
  ['that explains nothing', { ...answer, status: 502, body: undefined }, 'HTTP 502: Bad Gateway'],
  [
    'in a form that is not ours',
    { ...answer, status: 502, body: { message: 'down' } },
    'HTTP 502: Bad Gateway',
  ],
  [
    'that explains itself',
    { ...answer, status: 409, body: { error: 'Username is already taken', code: 'conflict' } },
    'Username is already taken',
  ],
])('an answer %s', (_, { body, ...rest }, message) => {
  expect(failureOf({ ...rest, body }).message).toBe(message)
})
