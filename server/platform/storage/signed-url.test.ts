import { createHmac } from 'node:crypto'

import { assert, constantFrom, dictionary, integer, nat, oneof, property, string } from 'fast-check'
import { expect, test } from 'vitest'

import { readSignedUrl, signUrl } from './signed-url.ts'

const secret = 'a secret'
const now = new Date('2026-11-20T12:00:00Z')
const later = new Date('2026-11-20T12:10:00Z')
const token = signUrl(secret, 'download', { script: 12, key: 'archives/ü' }, later)

test('a token returns its payload until it expires, and needs no URL encoding', () => {
  expect(readSignedUrl(secret, 'download', token, now)).toEqual({ script: 12, key: 'archives/ü' })
  expect(readSignedUrl(secret, 'download', token, new Date(later.getTime() - 1))).toBeDefined()
  expect(encodeURIComponent(token)).toBe(token)
})

test.each([
  ['at its expiry', secret, 'download', token, later],
  ['for another purpose', secret, 'upload', token, now],
  ['under another secret', 'another secret', 'download', token, now],
  ['with another version', secret, 'download', token.replace('v1.', 'v2.'), now],
  ['without its signature', secret, 'download', token.slice(0, token.lastIndexOf('.')), now],
  ['with an empty signature', secret, 'download', token.replace(/\.[^.]+$/, '.'), now],
  ['with a short signature', secret, 'download', token.slice(0, -1), now],
  ['with something before it', secret, 'download', `x${token}`, now],
  ['with something after it', secret, 'download', `${token}\n`, now],
  ['that is empty', secret, 'download', '', now],
  [
    'longer than any valid one',
    secret,
    'download',
    signUrl(secret, 'download', { key: 'a'.repeat(4096) }, later),
    now,
  ],
])('a token %s is rejected', (_, key, purpose, presented, at) => {
  expect(readSignedUrl(key, purpose, presented, at)).toBeUndefined()
})

test('a changed payload with the old signature is rejected', () => {
  const [version, , signature] = token.split('.')
  const body = Buffer.from(JSON.stringify([later.getTime(), { script: 13, key: 'archives/ü' }])).toString(
    'base64url',
  )

  expect(readSignedUrl(secret, 'download', `${version}.${body}.${signature}`, now)).toBeUndefined()
})

test('a signature of the concatenated purpose and payload is rejected: neither can be shifted into the other', () => {
  const [, body = ''] = token.split('.')
  const signature = createHmac('sha256', secret).update(`download${body}`).digest('base64url')

  expect(readSignedUrl(secret, 'download', `v1.${body}.${signature}`, now)).toBeUndefined()
})

test('a token with one changed character is rejected', () => {
  assert(
    property(nat(token.length - 1), constantFrom('A', 'Q', 'g', 'w', '_', '-', '.', '0'), (at, character) => {
      const changed = token.slice(0, at) + character + token.slice(at + 1)
      const read = readSignedUrl(secret, 'download', changed, now)
      expect(read !== undefined).toBe(changed === token)
    }),
    { numRuns: 2000 },
  )
})

test('every payload is returned unchanged', () => {
  const payloads = dictionary(string(), oneof(string({ unit: 'binary' }), integer()), {
    maxKeys: 4,
  })
  assert(
    property(payloads, (payload) => {
      const read = readSignedUrl(secret, 'x', signUrl(secret, 'x', payload, later), now)
      expect({ ...read }).toEqual({ ...payload })
    }),
  )
})
