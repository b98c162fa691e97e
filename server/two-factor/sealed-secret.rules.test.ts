import { randomBytes } from 'node:crypto'

import { expect, test } from 'vitest'

import { openSecret, sealSecret } from './sealed-secret.rules.ts'

const key = randomBytes(32)

test('a sealed secret opens for its person with its key, and is sealed differently every time', () => {
  const sealed = sealSecret(key, 7, 'JBSWY3DPEHPK3PXP')

  expect(openSecret(key, 7, sealed)).toBe('JBSWY3DPEHPK3PXP')
  expect(sealed).not.toBe(sealSecret(key, 7, 'JBSWY3DPEHPK3PXP'))
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('JBSWY3DPEHPK3PXP')
})

test('another key, another person, a changed byte and a stump open nothing', () => {
  const sealed = sealSecret(key, 7, 'JBSWY3DPEHPK3PXP')
  const changed = Buffer.from(sealed, 'base64url')
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1

  expect(openSecret(randomBytes(32), 7, sealed)).toBeUndefined()
  expect(openSecret(key, 8, sealed)).toBeUndefined()
  expect(openSecret(key, 7, changed.toString('base64url'))).toBeUndefined()
  expect(openSecret(key, 7, sealed.slice(0, 20))).toBeUndefined()
  expect(openSecret(key, 7, '')).toBeUndefined()
})
