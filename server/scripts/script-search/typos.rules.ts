/** Words of this length may have two edits and still be unambiguous. */
const longWord = 8

/**
 * Returns whether `typed` is a typo of `word` or of its beginning: at most one edit (two in long words), where an edit is a
 * wrong, missing, additional or swapped letter (Damerau-Levenshtein).
 */
export function isTypoOf(typed: string, word: string, options: { isBeginning: boolean }): boolean {
  const edits = typed.length >= longWord ? 2 : 1
  if (word.length < typed.length - edits) return false
  if (!options.isBeginning && word.length > typed.length + edits) return false
  const distances = distancesToBeginnings(typed, word.slice(0, typed.length + edits))
  const distance = options.isBeginning ? Math.min(...distances) : (distances.at(-1) ?? 0)
  return distance <= edits
}

/** The edit distances between `typed` and the first 0, 1, 2 … letters of `word`. */
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

/** The longest word for which `editDistance1` lists variants; longer words share enough trigrams. */
const variedMax = 12

/** All texts at edit distance 1 that consist of a-z and 0-9. */
export function editDistance1(typed: string): string[] {
  if (typed.length > variedMax) return []
  const texts = new Set<string>()
  // Code points, because PostgreSQL rejects half a surrogate pair.
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
