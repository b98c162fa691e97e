import { expect, test } from 'vitest'

import { ApiError } from './call.ts'
import { applyServerErrors } from './use-form-mutation.ts'

type Values = { username: string; email: string }

const fallback = 'Registration failed'
const texts = { fallback, network: 'Network error occurred', unexpected: 'An unexpected error occurred.' }
const taken = { username: 'Username is already taken' }

test.each([
  ['the fallback for a response without an error reply', new ApiError('HTTP 502: Bad Gateway'), fallback],
  ['the fallback for a network error', new ApiError('Failed to fetch', { code: 'network' }), fallback],
  ['the fallback for an exception of the web app', new TypeError('x is undefined'), fallback],
  ['the message of an error reply', new ApiError('Too many requests', { code: 'rate_limited' }), undefined],
])('a form with one text shows %s', (_, error, expected = error.message) => {
  expect(shownErrors(error, fallback)).toEqual({ root: expected })
})

test.each([
  ['a network error', new ApiError('Failed to fetch', { code: 'network' }), texts.network],
  ['an exception of the web app', new TypeError('x is undefined'), texts.unexpected],
  ['an error code', new ApiError('User not found', { code: 'not_found' }), 'Please refresh the page.'],
])('a form with its own text for %s shows that', (_, error, expected) => {
  expect(shownErrors(error, { ...texts, not_found: 'Please refresh the page.' })).toEqual({ root: expected })
})

test.each([
  ['at its field', { fields: taken }, taken],
  ['at a file input', { fields: { avatar: 'Too large' } }, { avatar: 'Too large' }],
  ['for the whole form if no field of the form has the name', { fields: { id: 'Odd' } }, { root: 'Invalid' }],
])('the message of an error reply is shown %s', (_, reply, expected) => {
  const error = new ApiError('Invalid', { status: 400, code: 'validation', ...reply })
  expect(shownErrors(error, texts)).toEqual(expected)
})

function shownErrors(error: unknown, formTexts: Parameters<typeof applyServerErrors>[1]['texts']) {
  const shown: Record<string, string | undefined> = {}
  applyServerErrors<Values>(error, {
    setError: (field, { message }) => (shown[field] = message),
    fields: ['username', 'email'],
    otherFields: { avatar: (message) => (shown['avatar'] = message) },
    texts: formTexts,
  })
  return shown
}
