/** Numbers that a seed repeats: xorshift, as fast as it is plain. */
export function openRandom(seed: number) {
  let state = (Math.imul(seed, 2_654_435_761) ^ 0x9e3779b9) | 1
  function next(): number {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
  /** A whole number below `limit`. */
  const below = (limit: number) => next() % Math.max(1, limit)
  function pick<T>(values: readonly T[]): T {
    const value = values[below(values.length)]
    if (value === undefined) throw new Error('There is nothing to pick from')
    return value
  }
  return { below, pick }
}
export type Random = ReturnType<typeof openRandom>
