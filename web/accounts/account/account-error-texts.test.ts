import { expect, test } from 'vitest'

import { ApiError } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'

import { accountErrorTexts } from './account-error-texts.ts'

const failed = 'Failed to update profile'
const broken = 'An error occurred while updating profile'
const badGateway = new ApiError('HTTP 502: Bad Gateway', { status: 502 })
const deletedAccount = new ApiError('Not found', { status: 404, code: 'not_found' })
const rateLimit = new ApiError('Too many requests', { status: 429, code: 'rate_limited' })

test.each([
  ['a network error', new ApiError('Failed to fetch', { code: 'network' }), broken],
  ['an exception of the web app', new TypeError('x is undefined'), broken],
  ['a response without an error reply', badGateway, failed],
  ['a deleted account', deletedAccount, 'User profile not found. Please try refreshing the page.'],
  ['any other error reply', rateLimit, 'Too many requests'],
])('a form of the settings shows a message for %s', (_, error, text) =>
  expect(errorMessage(error, accountErrorTexts({ failed, broken }))).toBe(text),
)
