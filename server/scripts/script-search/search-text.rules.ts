import { cutText } from '#contract/platform/cut-text.ts'

/** Characters. PostgreSQL rejects lexemes over 2,046 bytes, and users do not search for longer words than this. */
const wordMax = 64
const wholeNameMax = 400

/** Words that are joined to one; longer chains are paths and numbers. */
const joinedMax = 4

/** Word lengths for fuzzy search: shorter words are similar to every other short word. */
const fuzzyWord = { min: 3, max: 32 }

export type SearchText = {
  name: string
  tags: readonly string[]
  description: string
  author: string
  categoryId: number
  /** Frameworks, libraries and needed resources, each as one word. */
  uses: readonly string[]
}

/** A mark of the documents of this release. The job `index-scripts` builds those of an earlier one again. */
export const documentMark = '~4'

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

/** The words of a text, and those that are joined by hyphens and such as one word: "ox_lib" is "ox", "lib" and "oxlib". */
function documentWords(text: string): string[] {
  return text.split(/\s+/).flatMap((token) => {
    const words = searchWords(token)
    const isJoined = words.length > 1 && words.length <= joinedMax && isCompound(token)
    return isJoined ? [...words, cutText(words.join(''), wordMax)] : words
  })
}

/** Returns whether hyphens, underscores or dots join the words of a token. */
export function isCompound(token: string): boolean {
  return /[\p{L}\p{N}][-_.][\p{L}\p{N}]/u.test(token)
}

/**
 * The text of the weighted tsvector: A name, B tags and what the script uses, C description, D name of the author. Words of the name
 * are added a second time as `=word`, those of tags and uses as `#word` and the whole name as `==name`, because a GIN index has no
 * weights and could not tell where a word was found. The category is `@id`, which stays when it is renamed. Words contain letters and digits only, so nothing needs escaping.
 */
export function documentOf({ name, tags, description, author, categoryId, uses }: SearchText): string {
  const nameWords = documentWords(name)
  const tagWords = [...documentWords(tags.join(' ')), ...uses]
  const weighted = [
    ...nameWords.map((word) => ({ word, weight: 'A' })),
    ...tagWords.map((word) => ({ word, weight: 'B' })),
    ...searchWords(author).map((word) => ({ word, weight: 'D' })),
    ...documentWords(description).map((word) => ({ word, weight: 'C' })),
  ]
  return [
    ...weighted.map(({ word, weight }, index) => `'${word}':${index + 1}${weight}`),
    ...nameWords.map((word) => `'=${word}'`),
    ...tagWords.map((word) => `'#${word}'`),
    `'==${wholeName(searchWords(name))}'`,
    `'@${categoryId}'`,
    `'${documentMark}'`,
  ].join(' ')
}

/** The words of a document that fuzzy search compares; sorted, so that concurrent writers cannot deadlock. */
export function wordsOf({ name, tags, description, author, uses }: SearchText): string[] {
  const words = [...searchWords([name, ...tags, author, description].join(' ')), ...uses]
  return [...new Set(words)].filter(isFuzzyCandidate).toSorted()
}

export function isFuzzyCandidate(word: string): boolean {
  return word.length >= fuzzyWord.min && word.length <= fuzzyWord.max
}

export function wholeName(words: readonly string[]): string {
  return cutText(words.join(' '), wholeNameMax)
}
