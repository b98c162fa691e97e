import {
  isCompound,
  searchWords,
  wholeName,
  formsOf,
  isFiller,
  isUse,
  spellingsOf,
  synonymsOf,
} from './words.rules.ts'

/** Words of a query that are searched; further words are ignored. NFKD can turn one character into many words. */
const typedMax = 16

/** Queries of up to this number of words are searched with two neighbours as one word, too: "speedo meter". */
const joinedMax = 4

/** One word of a query. A script has it when it has all words of one of the alternatives. */
export type QueryWord = {
  typed: string
  alternatives: readonly (readonly string[])[]
  /** Those that are neither synonyms nor corrections. */
  literal: readonly (readonly string[])[]
  /** Ids of categories with this name: their scripts have the word. */
  categories: readonly number[]
  /** The last word of a query may be the beginning of a word. */
  isBeginning: boolean
  /** It names a framework or a library. */
  isUse: boolean
}

type NamedCategory = { id: number; name: string }

export type Query = {
  /** All typed words, for scripts of exactly that name. */
  name: string
  words: readonly QueryWord[]
}

/** The words of a search query, without those that say nothing. */
export function parseQuery(q: string, categories: readonly NamedCategory[]): Query {
  const tokens = tokensOf(q)
  const withoutFillers = tokens.filter(([word = '', ...others]) => others.length > 0 || !isFiller(word))
  const telling = withoutFillers.length > 0 ? withoutFillers : tokens
  return {
    name: wholeName(tokens.flat()),
    words: telling.map((token, index) =>
      inCategories(queryWord(token, index === telling.length - 1), categories),
    ),
  }
}

/** Each token is one word, or several that hyphens and such join. */
function tokensOf(q: string): string[][] {
  const tokens = q.split(/\s+/).flatMap((token) => {
    const words = searchWords(token)
    return isCompound(token) && words.length <= joinedMax ? [words] : words.map((word) => [word])
  })
  let count = 0
  return tokens.filter((token) => token.length > 0 && (count += token.length) <= typedMax)
}

function queryWord(token: readonly string[], isBeginning: boolean): QueryWord {
  const typed = token.join('')
  const single = [typed, ...spellingsOf(typed), ...(token.length === 1 ? formsOf(typed) : [])]
  const literal = [...single.map((word) => [word]), ...(token.length === 1 ? [] : [token])]
  return {
    typed,
    alternatives: [...literal, ...synonymsOf(typed).map((word) => [word])],
    literal,
    categories: [],
    isBeginning,
    isUse: isUse(single),
  }
}

/** "mechanic job" finds a mechanic of the category Jobs. */
function inCategories(word: QueryWord, categories: readonly NamedCategory[]): QueryWord {
  const words = new Set(word.alternatives.flatMap((all) => (all.length === 1 ? all : [])))
  const named = categories.filter(({ name }) => searchWords(name).some((nameWord) => words.has(nameWord)))
  return { ...word, categories: named.map(({ id }) => id) }
}

/**
 * The words that say what a script is about: its tags, and words of its name that its description repeats. Other words of
 * a name are often a brand.
 */
export function topicWords({
  name,
  tags,
  description,
}: {
  name: string
  tags: readonly string[]
  description: string
}): QueryWord[] {
  const described = new Set(searchWords(description).flatMap((word) => [word, ...formsOf(word)]))
  const inName = searchWords(name).filter((word) => described.has(word))
  const words = [...searchWords(tags.join(' ')), ...inName].filter(
    (word) => word.length > 2 && !isFiller(word),
  )
  return words
    .filter(
      (word, index) =>
        !words.slice(0, index).some((earlier) => earlier === word || formsOf(earlier).includes(word)),
    )
    .map((word) => ({ word, literal: [word, ...formsOf(word)].map((form) => [form]) }))
    .map(({ word, literal }) => ({
      typed: word,
      alternatives: literal,
      literal,
      categories: [],
      isBeginning: false,
      isUse: false,
    }))
}

/** A word with these spellings instead of the typed one. */
export function respelled(word: QueryWord, spellings: readonly string[]): QueryWord {
  const alternatives = spellings.map((spelling) => [spelling])
  return { ...word, alternatives, literal: [] }
}

/** A word that is two words without a space, such as "carshop". Synonyms of a part are seldom those of the whole. */
export function separated(
  { isBeginning }: QueryWord,
  [first, second]: readonly [string, string],
): QueryWord[] {
  const parts = [queryWord([first], false), queryWord([second], isBeginning)]
  return parts.map((word) => ({ ...word, alternatives: word.literal }))
}

/** Tsqueries, the closest match first. */
export type SearchQueries = {
  exact: string
  typedInName: string
  inName: string
  inNameOrTags: string
  anywhere: string
}

export function queriesOf({ name, words }: Query): SearchQueries {
  const readings = [words, ...joinedReadings(words)]
  const typed = readings.map((reading) => reading.map(withoutSynonyms))
  return {
    exact: `'==${name}'`,
    typedInName: anyOf(typed, ['=']),
    inName: anyOf(readings, ['=']),
    inNameOrTags: anyOf(readings, ['=', '#']),
    anywhere: anyOf(readings, ['']),
  }
}

/** A corrected word has only its corrections. */
function withoutSynonyms(word: QueryWord): QueryWord {
  return word.literal.length > 0 ? { ...word, alternatives: word.literal } : word
}

function anyOf(readings: readonly (readonly QueryWord[])[], marks: readonly string[]): string {
  return readings.map((reading) => allOf(reading, marks)).join(' | ')
}

/** The same words with two neighbours as one: "qb core" as "qbcore". */
function joinedReadings(words: readonly QueryWord[]): QueryWord[][] {
  if (words.length > joinedMax) return []
  return words.slice(1).map((word, index) => {
    const joined = queryWord([`${words[index]?.typed}${word.typed}`], word.isBeginning)
    return [...words.slice(0, index), joined, ...words.slice(index + 2)]
  })
}

function allOf(words: readonly QueryWord[], marks: readonly string[]): string {
  return `(${words.map((word) => wordQuery(word, marks)).join(' & ')})`
}

/** The tsquery of one word, where the lexemes of a document have these marks. */
export function wordQuery(
  { typed, alternatives, categories, isBeginning }: QueryWord,
  marks: readonly string[],
): string {
  const lexemes = (word: string, isPrefix: boolean) =>
    marks.map((mark) => `'${mark}${word}'${isPrefix ? ':*' : ''}`).join(' | ')
  const anywhere = alternatives.map((words) =>
    words.map((word) => `(${lexemes(word, isBeginning && word === typed)})`).join(' & '),
  )
  const inCategory = marks.includes('') ? categories.map((id) => `'@${id}'`) : []
  return `(${[...anywhere, ...inCategory].join(' | ')})`
}

/** The tsqueries of scripts that have `count` of the words, in any combination. */
export function someOf(words: readonly QueryWord[], count: number): string {
  return combinations(words, count)
    .map((chosen) => allOf(chosen, ['']))
    .join(' | ')
}

function combinations<T>(list: readonly T[], count: number): T[][] {
  if (count === 0) return [[]]
  return list.flatMap((word, index) =>
    combinations(list.slice(index + 1), count - 1).map((rest) => [word, ...rest]),
  )
}
