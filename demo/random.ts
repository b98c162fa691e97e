/** Chance that repeats itself: the same name gives the same numbers on every machine. */
export type Random = {
  /** From 0 up to, but not including, 1. */
  next: () => number
  between: (low: number, high: number) => number
  /** A whole number; both ends may come up. */
  whole: (low: number, high: number) => number
  chance: (probability: number) => boolean
  pick: <T>(list: readonly T[]) => T
  shuffled: <T>(list: readonly T[]) => T[]
}

export function randomNamed(name: string): Random {
  let state = hash(name)
  // mulberry32: small, and good enough to lay out pictures and pick words.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number) => low + next() * (high - low)
  const whole = (low: number, high: number) => Math.floor(between(low, high + 1))

  return {
    next,
    between,
    whole,
    chance: (probability) => next() < probability,
    pick<T>(list: readonly T[]): T {
      return at(list, whole(0, list.length - 1))
    },
    shuffled<T>(list: readonly T[]): T[] {
      const rest = [...list]
      return list.map(() => at(rest.splice(whole(0, rest.length - 1), 1), 0))
    },
  }
}

/** The item at an index that goes round; an empty list has none, and nothing to draw from it. */
export function at<T>(list: readonly T[], index: number): T {
  const item = list[((index % list.length) + list.length) % list.length]
  if (item === undefined) throw new Error('An empty list has no item')
  return item
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 2_166_136_261
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 16_777_619)
  return value
}
