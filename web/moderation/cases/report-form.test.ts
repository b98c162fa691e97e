import { expect, test } from 'vitest'

import { checkReport, problemsOf } from './report-form.ts'

const text = 'The same files are in another script.'

test.each([
  ['no reason', { reason: '', text, links: '' }, { reason: 'Please choose a reason' }],
  [
    'a short text',
    { reason: 'stolen', text: 'Stolen.', links: '' },
    { text: 'Text must be at least 20 characters' },
  ],
  [
    'a link without a protocol',
    { reason: 'stolen', text, links: 'https://example.com/x\nexample.com' },
    { links: 'A link starts with https://' },
  ],
])('a report with %s is not sent', (_, form, problems) => {
  expect(checkReport(form, { name: 'Garage', scriptId: 7 })).toEqual({ problems })
})

test('each line is a link, and the line of the file comes first', () => {
  const place = { path: 'garage/server.lua', line: 91 }
  const form = { reason: 'backdoor', text: ` ${text} `, links: '\n https://example.com/a \n' }

  expect(checkReport(form, { name: 'Garage', versionId: 9, place })).toEqual({
    draft: {
      kind: 'report',
      versionId: 9,
      reason: 'backdoor',
      text,
      evidence: [place, { url: 'https://example.com/a' }],
    },
  })
})

test('messages of the server are shown at their fields', () => {
  expect(
    problemsOf([
      ['evidence.1.url', 'A link is at most 500 characters'],
      ['text', 'Text is required'],
      ['scriptId', 'Not an id'],
    ]),
  ).toEqual({ links: 'A link is at most 500 characters', text: 'Text is required' })
})
