/** PostgreSQL refuses a lexeme over 2,046 bytes; nobody searches for a longer word than this. */
const wordMax = 64
const wholeNameMax = 400

/** Nobody types more, but a single character can stand for a sentence. What comes after is not looked for. */
const typedMax = 16

/** A slip is looked for in words of these lengths: any shorter word is near to every other one. */
const slipWord = { min: 3, max: 32 }

export type SearchText = { name: string; tags: readonly string[]; description: string }

/**
 * The words of a text as search compares them: without case, accents and punctuation. Splitting here, and not
 * in the database, keeps documents and queries alike under every locale and version of it.
 */
export function searchWords(text: string): string[] {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => cut(word, wordMax))
}

/** The words that somebody looks for. */
export function typedWords(q: string): string[] {
  return searchWords(q).slice(0, typedMax)
}

/**
 * The text of the weighted tsvector: A name, B tags, C description. Words of the name stand in it a second
 * time as `=word`, those of tags as `#word` and the whole name as `==name`, so that the index alone, which
 * knows no weights, tells where a word was found. Words are letters and digits: nothing needs escaping.
 */
export function documentOf({ name, tags, description }: SearchText): string {
  const nameWords = searchWords(name)
  const tagWords = searchWords(tags.join(' '))
  const weighted = [
    ...nameWords.map((word) => ({ word, weight: 'A' })),
    ...tagWords.map((word) => ({ word, weight: 'B' })),
    ...searchWords(description).map((word) => ({ word, weight: 'C' })),
  ]
  return [
    ...weighted.map(({ word, weight }, index) => `'${word}':${index + 1}${weight}`),
    ...nameWords.map((word) => `'=${word}'`),
    ...tagWords.map((word) => `'#${word}'`),
    `'==${wholeName(nameWords)}'`,
  ].join(' ')
}

/** The words of a document that a slip can be compared with; in order, so that two writers never cross. */
export function wordsOf({ name, tags, description }: SearchText): string[] {
  const words = searchWords([name, ...tags, description].join(' '))
  return [...new Set(words)].filter(mayHoldSlip).toSorted()
}

export function mayHoldSlip(word: string): boolean {
  return word.length >= slipWord.min && word.length <= slipWord.max
}

/** What is looked for: for each word that was typed, the words that may stand for it. The last is a beginning. */
export type Wanted = readonly (readonly string[])[]

/** Four questions to a document, the closest first. */
export type SearchQueries = {
  exact: string
  inName: string
  inNameOrTags: string
  anywhere: string
}

export function queriesOf(wanted: Wanted): SearchQueries {
  return {
    exact: `'==${wholeName(wanted.map((words) => words[0] ?? ''))}'`,
    inName: queryOf(wanted, ['=']),
    inNameOrTags: queryOf(wanted, ['=', '#']),
    anywhere: queryOf(wanted, ['']),
  }
}

function queryOf(wanted: Wanted, marks: readonly string[]): string {
  return wanted
    .map((words, index) => {
      const isLast = index === wanted.length - 1
      const lexemes = words.flatMap((word) => marks.map((mark) => `'${mark}${word}'${isLast ? ':*' : ''}`))
      return `(${lexemes.join(' | ')})`
    })
    .join(' & ')
}

function wholeName(words: readonly string[]): string {
  return cut(words.join(' '), wholeNameMax)
}

/** By code points: half a surrogate pair is not a text that PostgreSQL takes. */
function cut(text: string, max: number): string {
  return text.length <= max ? text : Array.from(text).slice(0, max).join('')
}
