import { expect, test } from 'vitest'

import { CallFailure } from '#web/app/call.ts'

import { partnerFailure } from './partner-form.ts'

const failure = new CallFailure('HTTP 502: Bad Gateway', { status: 502 })

test.each([
  ['a new partner that the server failed to take', failure, true, 'Failed to create partner'],
  ['a known one', failure, false, 'Failed to update partner'],
  [
    'no answer',
    new CallFailure('Network error occurred', { code: 'network' }),
    true,
    'Failed to save partner',
  ],
  ['what nobody foresaw', new TypeError('x is undefined'), false, 'Failed to save partner'],
])('%s', (_, error, isNew, text) => expect(partnerFailure(error, isNew)).toBe(text))
