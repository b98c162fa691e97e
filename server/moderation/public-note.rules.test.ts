import { expect, test } from 'vitest'

import { namesParty } from './moderation.rules.ts'

const parties = { usernames: ['Straße_99', 'kestrel'], claimant: ['Art Vandelay', 'Ed', 'ed@claims.example'] }

test.each([
  'A copy by kestrel.',
  'A copy by KESTREL.',
  'A copy by kes\u200Btrel.',
  'A copy by k\u00ADestre\u2060l\uFEFF.',
  'A copy by ｋｅｓｔｒｅｌ.',
  'A copy by STRASSE_99.',
  'xkestrelx asked for it.',
  'Art\u00A0 Vandelay sent a notice.',
  'art \u{1D5CF}andelay’s notice.',
  'ED wrote to us.',
  'Mail from ed@claims.example',
])('a note names a party: %s', (text) => {
  expect(namesParty(text, parties)).toBe(true)
})

test.each(['The art was copied.', 'It needed a license.', 'Vandelay Industries is in the code.', ''])(
  'a note names no party: %s',
  (text) => {
    expect(namesParty(text, parties)).toBe(false)
  },
)
