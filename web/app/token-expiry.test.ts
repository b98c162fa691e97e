import { expect, test } from 'vitest'

import { isTokenAlive, tokenExpiry } from './token-expiry.ts'

const now = Date.UTC(2026, 10, 20)

function tokenWith(claims: unknown): string {
  return `e30.${new TextEncoder().encode(JSON.stringify(claims)).toBase64({ alphabet: 'base64url' })}.signature`
}

test.each([
  ['a token that ends later', tokenWith({ exp: now / 1000 + 60 }), true],
  ['a token that ends at this moment', tokenWith({ exp: now / 1000 }), false],
  ['a token that has ended', tokenWith({ exp: now / 1000 - 1 }), false],
  ['a token without an end', tokenWith({ sub: '7' }), false],
  ['an end that is no number', tokenWith({ exp: '9999999999' }), false],
  ['claims that are no object', tokenWith(null), false],
  [
    'a name with letters that base64url writes differently',
    tokenWith({ n: '??>>ÿÿ', exp: now / 1000 + 1 }),
    true,
  ],
  ['no token at all', 'signed-in', false],
  ['nothing', '', false],
])('%s', (_, token, isAlive) => expect(isTokenAlive(token, now)).toBe(isAlive))

test('the expiry is told in milliseconds', () => expect(tokenExpiry(tokenWith({ exp: 12 }))).toBe(12_000))
