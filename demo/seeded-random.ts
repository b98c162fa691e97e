import { createSeededRandom as createNumbers } from '#test-support/seeded-random.ts'

export type SeededRandom = {
  /** From 0 up to, but not including, 1. */
  next: () => number
  between: (min: number, max: number) => number
  /** Both bounds are inclusive. */
  integer: (min: number, max: number) => number
  chance: (probability: number) => boolean
  /** Throws for an empty list. */
  pick: <T>(list: readonly T[]) => T
  shuffled: <T>(list: readonly T[]) => T[]
}

/** Random choices: the same seed gives the same ones on every machine. */
export function createSeededRandom(seed: string): SeededRandom {
  const next = createNumbers(hash(seed))
  const between = (min: number, max: number) => min + next() * (max - min)
  const integer = (min: number, max: number) => Math.floor(between(min, max + 1))

  return {
    next,
    between,
    integer,
    chance: (probability) => next() < probability,
    pick<T>(list: readonly T[]): T {
      const [item] = list.slice(integer(0, list.length - 1))
      if (item === undefined) throw new Error('Cannot pick from an empty list')
      return item
    },
    shuffled<T>(list: readonly T[]): T[] {
      const rest = [...list]
      return list.flatMap(() => rest.splice(integer(0, rest.length - 1), 1))
    },
  }
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 2_166_136_261
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 16_777_619)
  return value
}
