import { expect, test } from 'vitest'

import { CallFailure } from '#web/app/call.ts'

import { explain } from './explain.ts'

const taken = 'A category with this name already exists'

test.each([
  ['what the server explains', new CallFailure(taken, { status: 409, code: 'conflict' }), taken],
  [
    'a server that fails',
    new CallFailure('Internal error', { status: 500, code: 'internal' }),
    'Failed to create category',
  ],
  [
    'an answer without a reason',
    new CallFailure('HTTP 418: Teapot', { status: 418 }),
    'Failed to create category',
  ],
  ['no answer', new CallFailure('Network error occurred', { code: 'network' }), 'Failed to create category'],
  ['what nobody foresaw', new TypeError('x is undefined'), 'Failed to create category'],
])('%s', (_, error, text) => expect(explain(error, 'Failed to create category')).toBe(text))
