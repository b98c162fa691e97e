import { Secret } from 'otpauth'
import { expect, test } from 'vitest'

import {
  authenticatorAddress,
  counterOf,
  hashOfRecoveryCode,
  newRecoveryCodes,
  readTypedCode,
} from './two-factor.rules.ts'

/** RFC 6238, appendix B, SHA-1: the last six of the eight digits. */
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

test.each(['287083', '28708', '2870822', '', 'abcdef'])('%j is no code', (code) => {
  expect(counterOf(secret, code, new Date(59_000))).toBeUndefined()
})

test('the address names the site and the person, whatever the site is called', () => {
  const address = new URL(authenticatorAddress(secret, 'Night: City & co', 'kestrel'))

  expect(decodeURIComponent(address.pathname)).toMatch(/\/Night: City & co:kestrel$/)
  expect(address.searchParams.get('issuer')).toBe('Night: City & co')
  expect(address.searchParams.get('secret')).toBe(secret)
})

test('ten recovery codes, all different, in groups of four without signs that look alike', () => {
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
  // The library throws at digits of another script.
  ['２８７０８２', undefined],
])('%j is read as %j', (typed, expected) => expect(readTypedCode(typed)).toEqual(expected))
