import { wordsOf, type FacetName, type ScriptQuery } from '#contract/scripts/script-filters.ts'

/**
 * The bit of each word in `scripts.attribute_bits`, which lists are filtered by. Bits are stored: add words at the end
 * only. `report:no-high` is set for an analysed archive without findings of severity high.
 */
export const filterWords = [
  'framework:esx',
  'framework:qbcore',
  'framework:qbox',
  'framework:ox',
  'framework:vrp',
  'framework:standalone',
  'game:gta5',
  'game:rdr3',
  'open',
  'escrowed',
  'sql',
  'page',
  'report:no-high',
  'report:none',
  'framework:vorp',
  'framework:rsg',
  'source',
  'documentation',
  'support',
] as const satisfies readonly FacetName[]

type AttributeFilter = { has: number; hasNot: number }

/** Undefined when the query has no filter by attributes. */
export function attributeFilterOf(
  query: Pick<ScriptQuery, 'framework' | 'game' | 'includes' | 'exclude' | 'report'>,
): AttributeFilter | undefined {
  const { framework, game, includes, exclude, report } = query
  const has = bitsOf([
    ...(framework === undefined ? [] : [`framework:${framework}`]),
    ...(game === undefined ? [] : [`game:${game}`]),
    ...(report === undefined ? [] : [`report:${report}`]),
    ...wordsOf(includes),
  ])
  const hasNot = bitsOf(wordsOf(exclude).flatMap((word) => [word, `framework:${word}`]))
  return has === 0 && hasNot === 0 ? undefined : { has, hasNot }
}

export function matchesAttributes(bits: number, { has, hasNot }: AttributeFilter): boolean {
  return (bits & has) === has && (bits & hasNot) === 0
}

export function hasWord(bits: number, index: number): boolean {
  return ((bits >> index) & 1) === 1
}

export function frameworksOf(attributes: readonly string[]): string[] {
  return attributes.flatMap((word) =>
    word.startsWith('framework:') ? [word.slice('framework:'.length)] : [],
  )
}

export function bitsOf(words: readonly string[]): number {
  return filterWords.reduce((bits, word, index) => (words.includes(word) ? bits | (1 << index) : bits), 0)
}
