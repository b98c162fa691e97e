/** In a long word two slips still leave no doubt what was meant. */
const longWord = 8

/**
 * Whether slips turn `typed` into `word`, or into the beginning of it: a letter wrong, missing or too many, or
 * two swapped.
 */
export function isSlipOf(typed: string, word: string, options: { isBeginning: boolean }): boolean {
  const slips = typed.length >= longWord ? 2 : 1
  if (word.length < typed.length - slips) return false
  if (!options.isBeginning && word.length > typed.length + slips) return false
  const distances = distancesToBeginnings(typed, word.slice(0, typed.length + slips))
  const distance = options.isBeginning ? Math.min(...distances) : (distances.at(-1) ?? 0)
  return distance <= slips
}

/** How many slips lie between `typed` and the first 0, 1, 2 … letters of `word`. */
function distancesToBeginnings(typed: string, word: string): number[] {
  let beforeLast: number[] = []
  let last = Array.from({ length: word.length + 1 }, (_, column) => column)
  for (let row = 1; row <= typed.length; row++) {
    const current = [row]
    for (let column = 1; column <= word.length; column++) {
      const isSame = typed[row - 1] === word[column - 1]
      const isSwap = typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1]
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        row > 1 && column > 1 && isSwap ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = current
  }
  return last
}

function at(distances: readonly number[], index: number): number {
  return distances[index] ?? Number.POSITIVE_INFINITY
}

const alphabet = Array.from('abcdefghijklmnopqrstuvwxyz0123456789')

/** The longest word that `oneSlipAway` varies: a longer one has enough in common with what was meant. */
const variedMax = 12

/** Every text that is one slip away, as far as it is written in the letters that nearly all names are written in. */
export function oneSlipAway(typed: string): string[] {
  if (typed.length > variedMax) return []
  const texts = new Set<string>()
  // By code points: half a letter of a rare script is not a text that PostgreSQL takes.
  const letters = Array.from(typed)
  for (let index = 0; index <= letters.length; index++) {
    const before = letters.slice(0, index).join('')
    const [letter = '', next = '', ...rest] = letters.slice(index)
    const after = next + rest.join('')
    texts.add(before + after)
    texts.add(before + next + letter + rest.join(''))
    for (const other of alphabet) texts.add(before + other + after).add(before + other + letter + after)
  }
  texts.delete(typed)
  return [...texts]
}
