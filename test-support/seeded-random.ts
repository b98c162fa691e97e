/** A generator of numbers from 0 up to, but not including, 1: the same sequence for the same seed (mulberry32). */
export function createSeededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export type Picker = {
  /** An integer from 0 up to, but not including, `limit`; 0 if the limit is 0. */
  below: (limit: number) => number
  pick: <T>(values: readonly T[]) => T
}

export function createPicker(seed: number): Picker {
  const random = createSeededRandom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  return {
    below,
    pick<T>(values: readonly T[]): T {
      const value = values[below(values.length)]
      if (value === undefined) throw new Error('An empty list has no value to pick')
      return value
    },
  }
}

/** Picks 0 to `count` - 1 with a Zipf distribution: as words, scripts and users occur in practice. */
export function createZipf(count: number, random: () => number): () => number {
  const sums = new Float64Array(count)
  let sum = 0
  for (let rank = 0; rank < count; rank++) {
    sum += 1 / (rank + 1)
    sums[rank] = sum
  }
  return () => {
    const target = random() * sum
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < target) low = middle + 1
      else high = middle
    }
    return low
  }
}
