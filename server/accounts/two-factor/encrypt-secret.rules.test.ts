import { randomBytes } from 'node:crypto'

import { expect, test } from 'vitest'

import { decryptSecret, encryptSecret } from './two-factor.rules.ts'

const key = randomBytes(32)

test('an encrypted secret can be decrypted with key and user id, and each encryption differs', () => {
  const encrypted = encryptSecret(key, 7, 'JBSWY3DPEHPK3PXP')

  expect(decryptSecret(key, 7, encrypted)).toBe('JBSWY3DPEHPK3PXP')
  expect(encrypted).not.toBe(encryptSecret(key, 7, 'JBSWY3DPEHPK3PXP'))
  expect(Buffer.from(encrypted, 'base64url').toString('latin1')).not.toContain('JBSWY3DPEHPK3PXP')
})

test('another key, another user, a changed byte and truncated data cannot be decrypted', () => {
  const encrypted = encryptSecret(key, 7, 'JBSWY3DPEHPK3PXP')
  const changed = Buffer.from(encrypted, 'base64url')
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1

  expect(decryptSecret(randomBytes(32), 7, encrypted)).toBeUndefined()
  expect(decryptSecret(key, 8, encrypted)).toBeUndefined()
  expect(decryptSecret(key, 7, changed.toString('base64url'))).toBeUndefined()
  expect(decryptSecret(key, 7, encrypted.slice(0, 20))).toBeUndefined()
  expect(decryptSecret(key, 7, '')).toBeUndefined()
})
