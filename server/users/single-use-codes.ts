import { createHash, randomBytes } from 'node:crypto'

import { after } from '#platform/clock.ts'
import type { Db } from '#platform/database.ts'

import { insertCode, selectCode, updateUsed, type Code, type CodeKind } from './codes.queries.ts'

type NewCode = { kind: CodeKind; userId?: number; email?: string; now: Date; lifetime: number }

/** Makes a secret for a link. It leaves here once and is kept only as its hash: a stolen database opens nothing. */
export async function issueCode(tx: Db, code: NewCode): Promise<{ token: string; expiresAt: Date }> {
  const { kind, userId, email, now } = code
  const token = randomBytes(32).toString('base64url')
  const expiresAt = after(now, code.lifetime)
  await insertCode(tx, {
    hash: hashCode(token),
    kind,
    createdAt: now,
    expiresAt,
    userId: userId ?? null,
    email: email ?? null,
  })
  return { token, expiresAt }
}

/** Looks at a code without using it up; undefined when it is wrong, used or expired. */
export function findCode(db: Db, kind: CodeKind, token: string, now: Date): Promise<Code | undefined> {
  return selectCode(db, kind, hashCode(token), now)
}

export function useCode(tx: Db, kind: CodeKind, token: string, now: Date): Promise<Code | undefined> {
  return updateUsed(tx, kind, hashCode(token), now)
}

function hashCode(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
