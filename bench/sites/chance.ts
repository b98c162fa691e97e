/** Numbers that look like chance and are the same in every run: two runs measure the same site. */
export function openChance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Picks 0 … `count` - 1, the first ones far more often: how words, scripts and people are used (Zipf). */
export function openZipf(count: number, chance: () => number): () => number {
  const sums = new Float64Array(count)
  let sum = 0
  for (let rank = 0; rank < count; rank++) {
    sum += 1 / (rank + 1)
    sums[rank] = sum
  }
  return () => {
    const wanted = chance() * sum
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}
