import { isDeepStrictEqual } from 'node:util'

import { invalid } from './errors.ts'

/**
 * Throws for the fields that another user has changed since the form was loaded, to another value than the sent one.
 * `expected` has the values of that time.
 */
export function assertNotStale(current: object, sent: object, expected: object = {}): void {
  const [stored, next] = [new Map(Object.entries(current)), new Map(Object.entries(sent))]
  const stale = Object.entries(expected).filter(([field, before]) => {
    if (before === undefined || next.get(field) === undefined) return false
    return !isSame(before, stored.get(field)) && !isSame(next.get(field), stored.get(field))
  })
  if (stale.length === 0) return
  const message = 'This has changed since you opened it'
  throw invalid(Object.fromEntries(stale.map(([field]) => [field, message])), 'conflict')
}

/** Lists are compared as sets. */
export function isSame(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return isDeepStrictEqual(a, b)
  return new Set(a).symmetricDifference(new Set(b)).size === 0
}
