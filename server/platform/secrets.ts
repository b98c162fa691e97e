import { createHmac, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Secrets } from './app.ts'

/**
 * Derives the keys from TOKEN_SECRET or from a secret that the first start generates and stores in DATA_DIR with mode
 * 600. All nodes of one installation must use the same secret.
 */
export async function loadSecrets(tokenSecret: string | undefined, dataDir: string): Promise<Secrets> {
  const secret = tokenSecret ?? (await storedSecret(join(dataDir, 'token-secret')))
  const derive = (purpose: string) => createHmac('sha256', secret).update(purpose).digest()
  return {
    tokens: derive('tokens'),
    files: derive('files'),
    viewers: derive('viewers'),
    codes: derive('codes'),
    twoFactor: derive('two-factor'),
    unsubscribe: derive('unsubscribe'),
    signing: derive('signing'),
    work: derive('proof of work'),
    secretFingerprint: derive('likeness'),
  }
}

async function storedSecret(path: string): Promise<string> {
  try {
    // Exclusive: when two nodes start on a shared folder, one creates the file and the other reads it.
    await writeFile(path, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const secret = await readFile(path, 'utf8')
  if (secret.length < 32)
    throw new Error(
      `${path} does not contain a secret. Restore it, or delete it: all users then have to sign in again.`,
    )
  return secret
}
