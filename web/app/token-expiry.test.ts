import { expect, test } from 'vitest'

import { isTokenValid, tokenExpiry } from './session-store.ts'

const now = Date.UTC(2026, 10, 20)

function tokenWith(claims: unknown): string {
  return `e30.${new TextEncoder().encode(JSON.stringify(claims)).toBase64({ alphabet: 'base64url' })}.signature`
}

test.each([
  ['a token that expires later', tokenWith({ exp: now / 1000 + 60 }), true],
  ['a token that expires now', tokenWith({ exp: now / 1000 }), false],
  ['an expired token', tokenWith({ exp: now / 1000 - 1 }), false],
  ['a token without exp', tokenWith({ sub: '7' }), false],
  ['an exp that is not a number', tokenWith({ exp: '9999999999' }), false],
  ['claims that are not an object', tokenWith(null), false],
  ['characters that base64url encodes unlike base64', tokenWith({ n: '??>>ÿÿ', exp: now / 1000 + 1 }), true],
  ['a text without claims', 'signed-in', false],
  ['an empty text', '', false],
])('%s', (_, token, isValid) => expect(isTokenValid(token, now)).toBe(isValid))

test('the expiry is in milliseconds', () => expect(tokenExpiry(tokenWith({ exp: 12 }))).toBe(12_000))
