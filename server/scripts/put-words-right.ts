import type { Db } from '#platform/database.ts'

import { selectSimilarWords } from './search.queries.ts'
import { mayHoldSlip, type Wanted } from './search-text.rules.ts'
import { isSlipOf, oneSlipAway } from './slips.rules.ts'

/** As many words may stand for one that was typed: more would find anything. */
const alternativesMax = 20

/** The words that were meant, where those that were typed are found nowhere; undefined when nothing is near. */
export async function putWordsRight(db: Db, typed: readonly string[]): Promise<Wanted | undefined> {
  const words = [...new Set(typed.filter(mayHoldSlip))]
  const similar = await selectSimilarWords(
    db,
    words.map((word) => ({ typed: word, variants: [word, ...oneSlipAway(word)] })),
  )
  const wanted = typed.map((word, index) => {
    // A word too short to hold a slip is taken as it is.
    if (!mayHoldSlip(word)) return [word]
    const isBeginning = index === typed.length - 1
    return similar
      .filter((one) => one.typed === word && isSlipOf(word, one.word, { isBeginning }))
      .map((one) => one.word)
      .slice(0, alternativesMax)
  })
  return wanted.every((near) => near.length > 0) ? wanted : undefined
}
