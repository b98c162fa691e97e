import { expect, test } from 'vitest'

import { toApiError } from './call.ts'

const response = { statusText: 'Bad Gateway', retryAfter: undefined }

test.each([
  ['without a body', { ...response, status: 502, body: undefined }, 'HTTP 502: Bad Gateway'],
  [
    'with JSON that is not an error reply',
    { ...response, status: 502, body: { message: 'down' } },
    'HTTP 502: Bad Gateway',
  ],
  [
    'with an error reply',
    { ...response, status: 409, body: { error: 'Username is already taken', code: 'conflict' } },
    'Username is already taken',
  ],
])('the message of a response %s', (_, { body, ...rest }, message) => {
  expect(toApiError({ ...rest, body }).message).toBe(message)
})
