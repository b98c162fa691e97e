import { createHmac } from 'node:crypto'

import { assert, constantFrom, dictionary, integer, nat, oneof, property, string } from 'fast-check'
import { expect, test } from 'vitest'

import { readSignedAddress, signAddress } from './signed-address.ts'

const secret = 'a secret of the hub'
const now = new Date('2026-11-20T12:00:00Z')
const later = new Date('2026-11-20T12:10:00Z')
const token = signAddress(secret, 'download', { script: 12, key: 'archives/ü' }, later)

test('a token gives back its payload until its time, and fits in a path', () => {
  expect(readSignedAddress(secret, 'download', token, now)).toEqual({ script: 12, key: 'archives/ü' })
  expect(readSignedAddress(secret, 'download', token, new Date(later.getTime() - 1))).toBeDefined()
  expect(encodeURIComponent(token)).toBe(token)
})

test.each([
  ['at its time', secret, 'download', token, later],
  ['for another purpose', secret, 'upload', token, now],
  ['under another secret', 'another secret', 'download', token, now],
  ['with another version', secret, 'download', token.replace('v1.', 'v2.'), now],
  ['without its seal', secret, 'download', token.slice(0, token.lastIndexOf('.')), now],
  ['with an empty seal', secret, 'download', token.replace(/\.[^.]+$/, '.'), now],
  ['with a short seal', secret, 'download', token.slice(0, -1), now],
  ['with something before it', secret, 'download', `x${token}`, now],
  ['with something after it', secret, 'download', `${token}\n`, now],
  ['of nothing', secret, 'download', '', now],
  [
    'longer than the hub makes any',
    secret,
    'download',
    signAddress(secret, 'download', { key: 'a'.repeat(4096) }, later),
    now,
  ],
])('a token %s is refused', (_, key, purpose, given, at) => {
  expect(readSignedAddress(key, purpose, given, at)).toBeUndefined()
})

test('a changed payload with the old seal is refused', () => {
  const [version, , seal] = token.split('.')
  const body = Buffer.from(JSON.stringify([later.getTime(), { script: 13, key: 'archives/ü' }])).toString(
    'base64url',
  )

  expect(readSignedAddress(secret, 'download', `${version}.${body}.${seal}`, now)).toBeUndefined()
})

test('a seal over the bare payload is none: purpose and payload cannot be shifted into each other', () => {
  const [, body = ''] = token.split('.')
  const seal = createHmac('sha256', secret).update(`download${body}`).digest('base64url')

  expect(readSignedAddress(secret, 'download', `v1.${body}.${seal}`, now)).toBeUndefined()
})

test('no change of one character passes', () => {
  assert(
    property(nat(token.length - 1), constantFrom('A', 'Q', 'g', 'w', '_', '-', '.', '0'), (at, character) => {
      const changed = token.slice(0, at) + character + token.slice(at + 1)
      const read = readSignedAddress(secret, 'download', changed, now)
      expect(read !== undefined).toBe(changed === token)
    }),
    { numRuns: 2000 },
  )
})

test('any payload survives', () => {
  const payloads = dictionary(string(), oneof(string({ unit: 'binary' }), integer()), {
    maxKeys: 4,
  })
  assert(
    property(payloads, (payload) => {
      const read = readSignedAddress(secret, 'x', signAddress(secret, 'x', payload, later), now)
      expect({ ...read }).toEqual({ ...payload })
    }),
  )
})
