import { createHash, randomBytes } from 'node:crypto'
import { after, day } from '#platform/clock.ts'
import type { Db } from '#platform/database/database.ts'
import {
  insertToken,
  selectToken,
  updateTokenUsed,
  type OneTimeToken,
  type TokenKind,
  removeExpiredTokens,
} from './one-time-tokens.queries.ts'
import type { App } from '#platform/app.ts'

type NewToken = { kind: TokenKind; userId?: number; email?: string; now: Date; lifetime: number }

/** Creates the secret of a link. Only its hash is stored, so a stolen database does not contain usable tokens. */
export async function issueToken(tx: Db, code: NewToken): Promise<{ token: string; expiresAt: Date }> {
  const { kind, userId, email, now } = code
  const token = randomBytes(32).toString('base64url')
  const expiresAt = after(now, code.lifetime)
  await insertToken(tx, {
    hash: hashToken(token),
    kind,
    createdAt: now,
    expiresAt,
    userId: userId ?? null,
    email: email ?? null,
  })
  return { token, expiresAt }
}

/** Finds a valid token without consuming it; undefined if it is wrong, used or expired. */
export function findToken(
  db: Db,
  kind: TokenKind,
  token: string,
  now: Date,
): Promise<OneTimeToken | undefined> {
  return selectToken(db, kind, hashToken(token), now)
}

export function consumeToken(
  tx: Db,
  kind: TokenKind,
  token: string,
  now: Date,
): Promise<OneTimeToken | undefined> {
  return updateTokenUsed(tx, kind, hashToken(token), now)
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Expired tokens are removed after a day, because the daily limits count them. */
export async function purgeExpiredTokens({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  await removeExpiredTokens(db, after(clock.now(), -day))
}
