import { Secret } from 'otpauth'
import { expect, test } from 'vitest'

import {
  authenticatorUri,
  counterOf,
  hashOfRecoveryCode,
  newRecoveryCodes,
  parseCode,
} from './two-factor.rules.ts'

/** RFC 6238, appendix B, SHA-1: the last six of eight digits. */
const secret = Secret.fromUTF8('12345678901234567890').base32
test.each([
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [1_111_111_111, '050471', 37_037_037],
  [1_234_567_890, '005924', 41_152_263],
  [2_000_000_000, '279037', 66_666_666],
  [20_000_000_000, '353130', 666_666_666],
])('at %s seconds the code of the standard is %s', (seconds, code, counter) => {
  const at = (offset: number) => counterOf(secret, code, new Date((seconds + offset) * 1000))

  expect([at(-30), at(0), at(30)]).toEqual([counter, counter, counter])
  expect([at(-60), at(60)]).toEqual([undefined, undefined])
})

test.each(['287083', '28708', '2870822', '', 'abcdef'])('%j is not a valid code', (code) => {
  expect(counterOf(secret, code, new Date(59_000))).toBeUndefined()
})

test('the URI contains site and username, whatever characters they have', () => {
  const url = new URL(authenticatorUri(secret, 'Night: City & co', 'kestrel'))

  expect(decodeURIComponent(url.pathname)).toMatch(/\/Night: City & co:kestrel$/)
  expect(url.searchParams.get('issuer')).toBe('Night: City & co')
  expect(url.searchParams.get('secret')).toBe(secret)
})

test('ten different recovery codes in groups of four without similar characters', () => {
  const codes = newRecoveryCodes()

  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([2-9A-HJ-NP-Z]{4}-){5}[2-9A-HJ-NP-Z]{4}$/)
  expect(hashOfRecoveryCode(1, codes[0] ?? '')).not.toBe(hashOfRecoveryCode(2, codes[0] ?? ''))
})

test.each([
  [' 123 456 ', { kind: 'app', code: '123456' }],
  ['123-456', { kind: 'app', code: '123456' }],
  ['abcd-efgh jkmn-pqrs tuvw-xyz2', { kind: 'recovery', code: 'ABCDEFGHJKMNPQRSTUVWXYZ2' }],
  ['12345', undefined],
  ['hello', undefined],
  // The library throws for digits of another alphabet.
  ['２８７０８２', undefined],
])('%j is parsed as %j', (typed, expected) => expect(parseCode(typed)).toEqual(expected))
