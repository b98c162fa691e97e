import { expect, test } from 'vitest'

import { CallFailure } from '#web/app/call.ts'

import { showFailure } from './show-failure.ts'

type Values = { username: string; email: string }

const taken = { username: 'Username is already taken' }

test.each([
  ['what nobody foresaw', new TypeError('x is undefined'), { root: 'An unexpected error occurred.' }],
  [
    'a failure without a reason, in the words of the form',
    new CallFailure('HTTP 502: Bad Gateway', { status: 502 }),
    { root: 'Registration failed' },
  ],
  [
    'a network that is away',
    new CallFailure('Network error occurred', { code: 'network' }),
    { root: 'Network error occurred' },
  ],
  [
    'what the server says of the whole',
    new CallFailure('Too many requests', { status: 429, code: 'rate_limited' }),
    { root: 'Too many requests' },
  ],
  [
    'what the server says of a field, beside it',
    new CallFailure('Conflict', { status: 409, code: 'conflict', fields: taken }),
    taken,
  ],
])('%s', (_, failure, expected) => {
  const shown: Record<string, string | undefined> = {}

  showFailure<Values>(
    failure,
    ['username', 'email'],
    (field, { message }) => (shown[field] = message),
    'Registration failed',
  )

  expect(shown).toEqual(expected)
})
