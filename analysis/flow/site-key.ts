import type { Site } from './frame.ts'

const siteKeys = new WeakMap<object, Map<number, object>>()
/** A second key for an object that is created at a place. */
export function siteKey(fn: object, { start }: Site): object {
  return siteKeys.getOrInsertComputed(fn, () => new Map()).getOrInsertComputed(start, () => ({}))
}
