import { expect, test } from 'vitest'

import { saveErrorTexts } from '#web/admin/resource/resource.ts'
import { ApiError } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'

import { partnerResource } from './partners.data.ts'

const badGateway = new ApiError('HTTP 502: Bad Gateway', { status: 502 })
const conflict = new ApiError('Partner already exists', { status: 409, code: 'conflict' })

test.each([
  ['an error reply', conflict, true, 'Partner already exists'],
  ['a response without an error reply, for a new partner', badGateway, true, 'Failed to create partner'],
  ['a response without an error reply, for an edit', badGateway, false, 'Failed to update partner'],
  ['a network error', new ApiError('Failed to fetch', { code: 'network' }), true, 'Failed to save partner'],
  ['an exception of the web app', new TypeError('x is undefined'), false, 'Failed to save partner'],
])('saving a partner shows a message for %s', (_, error, isNew, text) =>
  expect(errorMessage(error, saveErrorTexts(partnerResource, isNew))).toBe(text),
)
