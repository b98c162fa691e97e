import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'

import { unavailable } from '#platform/errors.ts'

/** The SQLSTATE of an error, also when Drizzle has wrapped it. */
export function databaseCode(error: unknown): string | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof DatabaseError ? cause.code : undefined
}

/** The unique constraint that a write violated, or undefined. */
export function violatedConstraint(error: unknown): string | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof DatabaseError && cause.code === '23505' ? cause.constraint : undefined
}

const lostConnection =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|timeout expired|not queryable|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT|EPIPE/

/** The 503 for an error that means that the database is unavailable or too slow; undefined for other errors. */
export function databaseUnavailableError(error: unknown): Error | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  const code = databaseCode(error)
  const isUnavailable =
    code === '57014' || code?.startsWith('57P') || code?.startsWith('08') || code?.startsWith('53')
  if (
    isUnavailable ||
    (!code && cause instanceof Error && lostConnection.test(cause.message) && !('path' in cause))
  )
    return unavailable('The site is busy. Please try again in a moment.')
  return undefined
}

/**
 * Returns whether PostgreSQL says that it rolled back: a violated constraint, a deadlock or a serialization failure. Every other
 * error of COMMIT leaves its result open; an administrator's shutdown, for example, may end a session after its commit.
 */
export function isRollback(error: unknown): boolean {
  return /^(23|40)/.test(databaseCode(error) ?? '')
}
