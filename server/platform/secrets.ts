import { createHmac, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Secrets } from './hub.ts'

/**
 * The keys of this hub, derived from TOKEN_SECRET or from one that is made at the first start and kept in
 * DATA_DIR, readable by its owner alone. Nodes of one hub share the variable, or tokens of one fail at another.
 */
export async function openSecrets(given: string | undefined, dataDir: string): Promise<Secrets> {
  const secret = given ?? (await keptSecret(join(dataDir, 'token-secret')))
  const derive = (purpose: string) => createHmac('sha256', secret).update(purpose).digest()
  return {
    tokens: derive('tokens'),
    files: derive('files'),
    viewers: derive('viewers'),
    codes: derive('codes'),
    twoFactor: derive('two-factor'),
    likeness: derive('likeness'),
  }
}

async function keptSecret(path: string): Promise<string> {
  try {
    // Exclusive: of two hubs that start on a shared folder one makes it, the other reads it.
    await writeFile(path, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const secret = await readFile(path, 'utf8')
  if (secret.length < 32)
    throw new Error(`${path} does not hold a secret. Restore it, or delete it: everybody then signs in anew.`)
  return secret
}
