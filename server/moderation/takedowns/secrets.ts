import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

export const createSecret = () => randomBytes(32).toString('base64url')

/** Only hashes are stored, so a stolen database contains no usable links. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('base64url')

export function matchesSecret(secret: string, hash: string): boolean {
  const [sent, stored] = [Buffer.from(hashSecret(secret)), Buffer.from(hash)]
  return sent.length === stored.length && timingSafeEqual(sent, stored)
}
