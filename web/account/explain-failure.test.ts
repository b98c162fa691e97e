import { expect, test } from 'vitest'

import { CallFailure } from '#web/app/call.ts'

import { explainFailure } from './explain-failure.ts'

const texts = { refused: 'Failed to update profile', broken: 'An error occurred while updating profile' }

test.each([
  ['nothing answers', new CallFailure('Network error occurred', { code: 'network' }), texts.broken],
  ['our own code breaks', new TypeError('x is undefined'), texts.broken],
  ['the server fails', new CallFailure('Internal error', { status: 500, code: 'internal' }), texts.refused],
  ['the answer is none of ours', new CallFailure('HTTP 413: Too Large', { status: 413 }), texts.refused],
  [
    'the account is gone',
    new CallFailure('Not found', { status: 404, code: 'not_found' }),
    'User profile not found. Please try refreshing the page.',
  ],
  [
    'the server explains itself',
    new CallFailure('Too many requests', { status: 429, code: 'rate_limited' }),
    'Too many requests',
  ],
])('when %s', (_, error, text) => expect(explainFailure(error, texts)).toBe(text))
