import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'

import {
  calculateJwkThumbprint,
  compactDecrypt,
  CompactEncrypt,
  errors,
  exportJWK,
  FlattenedSign,
  type FlattenedJWS,
} from 'jose'

import type { CacheTag } from '#platform/cache/cache-tags.ts'
import type { App } from '#platform/app.ts'
import { invalidate, inTransaction } from '#platform/database/database.ts'

import {
  deleteFormerKey,
  insertKey,
  selectCurrentKey,
  selectPublicKeys,
  updateRetired,
} from './signing.queries.ts'

type Context = Pick<App, 'db' | 'clock' | 'secrets'>

/** On responses that are signed. */
export const signingTag: CacheTag = 'signing-keys'

const algorithm = 'EdDSA'

/** Signs a value, as JSON. The first call of a site generates its key. */
export async function signJson(app: Context, value: unknown): Promise<FlattenedJWS> {
  const { id, key } = await currentKey(app)
  return new FlattenedSign(Buffer.from(JSON.stringify(value)))
    .setProtectedHeader({ alg: algorithm, kid: id })
    .sign(key)
}

/** The public keys as JSON Web Keys, the current one first. */
export async function readPublicKeys(app: Context) {
  await currentKey(app)
  const rows = await selectPublicKeys(app.db)
  return rows.map(({ id, publicKey, retiredAt }) => ({
    kid: id,
    kty: 'OKP',
    crv: 'Ed25519',
    x: publicKey,
    alg: algorithm,
    use: 'sig',
    isCurrent: retiredAt === null,
  }))
}

/** The former key verifies until it is removed. */
export async function replaceSigningKey(app: Context): Promise<string> {
  const current = await selectCurrentKey(app.db)
  if (current) await retire(app, current.id)
  return (await currentKey(app)).id
}

/** Documents that it signed cannot be verified any more. Returns false unless it is a former key. */
export async function removeSigningKey({ db }: Pick<App, 'db'>, id: string): Promise<boolean> {
  return deleteFormerKey(db, id)
}

async function retire({ db, clock }: Context, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await updateRetired(tx, id, clock.now())
    invalidate(tx, signingTag)
  })
}

async function currentKey(app: Context): Promise<{ id: string; key: KeyObject }> {
  const current = await selectCurrentKey(app.db)
  const key = current && (await decryptKey(app.secrets.signing, current.privateKey))
  if (current && key) return { id: current.id, key }
  // After a change of TOKEN_SECRET it cannot be decrypted any more.
  if (current) await retire(app, current.id)
  await generateKey(app)
  return currentKey(app)
}

/** When nodes generate one at the same time, one succeeds. */
async function generateKey({ db, clock, secrets }: Context): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const jwk = await exportJWK(publicKey)
  await insertKey(db, {
    id: await calculateJwkThumbprint(jwk),
    publicKey: jwk.x ?? '',
    privateKey: await new CompactEncrypt(privateKey.export({ format: 'der', type: 'pkcs8' }))
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .encrypt(secrets.signing),
    createdAt: clock.now(),
  })
}

async function decryptKey(secret: Uint8Array, encrypted: string): Promise<KeyObject | undefined> {
  try {
    const { plaintext } = await compactDecrypt(encrypted, secret)
    return createPrivateKey({ key: Buffer.from(plaintext), format: 'der', type: 'pkcs8' })
  } catch (error) {
    if (error instanceof errors.JWEDecryptionFailed) return undefined
    throw error
  }
}
