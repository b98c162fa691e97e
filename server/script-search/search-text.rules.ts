import { cutText } from '#contract/cut-text.ts'

/** Characters. PostgreSQL rejects lexemes over 2,046 bytes, and users do not search for longer words than this. */
const wordMax = 64
const wholeNameMax = 400

/** Words of a query that are searched; further words are ignored. NFKD can turn one character into many words. */
const typedMax = 16

/** Word lengths for fuzzy search: shorter words are similar to every other short word. */
const fuzzyWord = { min: 3, max: 32 }

export type SearchText = { name: string; tags: readonly string[]; description: string; author: string }

/**
 * The normalized words of a text: without case, accents and punctuation. Splitting in JavaScript and not in PostgreSQL
 * gives documents and queries the same words under every locale and version.
 */
export function searchWords(text: string): string[] {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => cutText(word, wordMax))
}

/** The words of a search query. */
export function typedWords(q: string): string[] {
  return searchWords(q).slice(0, typedMax)
}

/**
 * The text of the weighted tsvector: A name, B tags, C description, D name of the author. Words of the name are added a second time as
 * `=word`, words of tags as `#word` and the whole name as `==name`, because a GIN index has no weights and could not
 * tell where a word was found. Words contain letters and digits only, so nothing needs escaping.
 */
export function documentOf({ name, tags, description, author }: SearchText): string {
  const nameWords = searchWords(name)
  const tagWords = searchWords(tags.join(' '))
  const weighted = [
    ...nameWords.map((word) => ({ word, weight: 'A' })),
    ...tagWords.map((word) => ({ word, weight: 'B' })),
    ...searchWords(author).map((word) => ({ word, weight: 'D' })),
    ...searchWords(description).map((word) => ({ word, weight: 'C' })),
  ]
  return [
    ...weighted.map(({ word, weight }, index) => `'${word}':${index + 1}${weight}`),
    ...nameWords.map((word) => `'=${word}'`),
    ...tagWords.map((word) => `'#${word}'`),
    `'==${wholeName(nameWords)}'`,
  ].join(' ')
}

/** The words of a document that fuzzy search compares; sorted, so that concurrent writers cannot deadlock. */
export function wordsOf({ name, tags, description, author }: SearchText): string[] {
  const words = searchWords([name, ...tags, author, description].join(' '))
  return [...new Set(words)].filter(isFuzzyCandidate).toSorted()
}

export function isFuzzyCandidate(word: string): boolean {
  return word.length >= fuzzyWord.min && word.length <= fuzzyWord.max
}

/** For each typed word its accepted alternatives. The last word is a prefix. */
export type QueryWords = readonly (readonly string[])[]

/** Four tsqueries, the closest match first. */
export type SearchQueries = {
  exact: string
  inName: string
  inNameOrTags: string
  anywhere: string
}

export function queriesOf(wanted: QueryWords): SearchQueries {
  return {
    exact: `'==${wholeName(wanted.map((words) => words[0] ?? ''))}'`,
    inName: queryOf(wanted, ['=']),
    inNameOrTags: queryOf(wanted, ['=', '#']),
    anywhere: queryOf(wanted, ['']),
  }
}

function queryOf(wanted: QueryWords, marks: readonly string[]): string {
  return wanted
    .map((words, index) => {
      const isLast = index === wanted.length - 1
      const lexemes = words.flatMap((word) => marks.map((mark) => `'${mark}${word}'${isLast ? ':*' : ''}`))
      return `(${lexemes.join(' | ')})`
    })
    .join(' & ')
}

function wholeName(words: readonly string[]): string {
  return cutText(words.join(' '), wholeNameMax)
}
