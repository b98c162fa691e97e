import { knownLibraries } from '#contract/scripts/script-limits.ts'
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
export const documentMark = '~5'

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

const listOf = (text: string) => text.split(/\s+/).filter(Boolean)

/** Words of a sentence that say nothing about a script. They are searched only where a query has no others. */
const fillers = new Set(
  listOf(`
    a about all also am an and any anyone are as at be by can could do does etc find for from get give
    has have hi how i if im in into is it its just let lets like looking make me my need needs no not of on one or
    our please recommend searching so some someone something that the their them there these they this to
    use used uses using via want wanted we what when where which who with without works working would you your
    script scripts resource resources mod mods plugin plugins pack packs bundle bundles free simple
    add adding alternative anything best other similar server servers system systems custom
    fivem gta gta5 gtav rp roleplay`),
)

export function isFiller(word: string): boolean {
  return fillers.has(word)
}

/** Other spellings of frameworks, and what belongs to them. */
const spellings = new Map<string, readonly string[]>([
  ['qb', ['qbcore']],
  ['qbus', ['qbcore']],
  ['qbx', ['qbox']],
  ['qbxcore', ['qbox']],
  ['esextended', ['esx']],
  ['ox', ['oxcore', 'oxlib']],
  ['rdr2', ['redm']],
  ['rdr3', ['redm']],
])

/** Words that mean the same in the names and descriptions of scripts. */
const synonyms = [
  'police cop lspd bcso pd sheriff officer',
  'emergency siren els',
  'medical medic ems ambulance paramedic hospital',
  'vehicle car automobile',
  'weapon gun firearm',
  'house home apartment flat housing property',
  'interior mlo',
  'map ymap mapping',
  'npc ped',
  'bank banking atm',
  'shop store vendor',
  'clothes clothing outfit uniform eup',
  'speedometer speedo',
  'emote animation anim dance',
  'loading loadingscreen loadscreen',
  'character multichar multicharacter',
  'fuel gas petrol gasoline',
  'garbage trash sanitation',
  'truck lorry',
  'motorcycle motorbike',
  'bicycle bike',
  'dispatch mdt',
  'admin staff moderation',
  'announcement broadcast',
  'notification notify toast',
  'door doorlock',
  'photo picture',
  'drug weed',
  'trucker trucking hauling',
  'robbery rob heist burglary',
  'scoreboard playerlist',
  'fire firefighter fireman firefighting',
  'casino gambling poker blackjack roulette',
  'performance optimization profiling lag fps resmon',
  'phone smartphone cellphone',
  'jail prison',
  'taxi cab',
  'plane airplane aircraft jet',
  'helicopter heli chopper',
  'boat ship',
  'gang mafia faction cartel',
  'hotel motel',
  'mechanic workshop',
  'dealership dealer showroom',
  'barber hair haircut hairdresser',
  'marriage wedding',
  'skin appearance',
  'voice voip',
  'minimap radar',
  'license licence',
  'crosshair reticle',
  'courier delivery',
].map(listOf)

const wordsOfMeaning = new Map<string, readonly string[]>(
  synonyms.flatMap((words) => words.map((word) => [word, words.filter((other) => other !== word)] as const)),
)

/** Words that a user may mean although no script has them. */
export const vocabulary: readonly string[] = [...wordsOfMeaning.keys(), ...spellings.keys()]

export function spellingsOf(word: string): readonly string[] {
  return spellings.get(word) ?? []
}

/** Other words for a word in any of its forms, each with its plural. */
export function synonymsOf(word: string): string[] {
  const forms = [word, ...formsOf(word)]
  const others = forms.flatMap((form) => wordsOfMeaning.get(form) ?? [])
  const withPlurals = others.flatMap((other) => [other, pluralOf(other)])
  return [...new Set(withPlurals)].filter((form) => !forms.includes(form))
}

/** English forms of a word: "garages" and "garage", "fishing" and "fish", "racing" and "race". */
export function formsOf(word: string): string[] {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return []
  const stems = stemsOf(word)
  const forms = stems.flatMap((stem) => [stem, pluralOf(stem), ...(stem.length > 3 ? derivedFrom(stem) : [])])
  return [...new Set(forms)].filter((form) => form !== word && form.length >= 3)
}

function stemsOf(word: string): string[] {
  const without = (length: number) => word.slice(0, -length)
  if (word.length > 4 && word.endsWith('ies')) return [`${without(3)}y`]
  if (word.length > 4 && /(?:s|x|z|ch|sh)es$/.test(word)) return [without(2), without(1)]
  if (word.length > 3 && /[^su]s$/.test(word)) return [without(1)]
  if (word.length > 5 && word.endsWith('ing')) return [without(3), `${without(3)}e`, undoubled(without(3))]
  return [word]
}

function pluralOf(stem: string): string {
  if (/[^aeiou]y$/.test(stem)) return `${stem.slice(0, -1)}ies`
  return /(?:s|x|z|ch|sh)$/.test(stem) ? `${stem}es` : `${stem}s`
}

function derivedFrom(stem: string): string[] {
  const base = stem.replace(/er?$/, '')
  return [`${base}ing`, `${base}er`, `${base}ers`]
}

/** "run" for "running". */
function undoubled(stem: string): string {
  return /([^aeiou])\1$/.test(stem) ? stem.slice(0, -1) : stem
}

/** A document has no more of them: an archive can name thousands. */
const usesMax = 100

/** The words of a document that say what the script uses: frameworks, libraries and needed resources, each as one word. */
export function usedWords(attributes: readonly string[], needs: readonly string[]): string[] {
  const words = [
    ...attributes.flatMap((attribute) => wordsOfAttribute(attribute)),
    ...needs.map((name) => searchWords(name).join('')),
  ]
  return [...new Set(words)].filter(Boolean).slice(0, usesMax)
}

function wordsOfAttribute(attribute: string): string[] {
  if (attribute === 'framework:ox') return ['oxcore']
  if (attribute.startsWith('framework:')) return searchWords(attribute.slice('framework:'.length))
  if (attribute === 'game:rdr3') return ['redm', 'rdr3']
  if (attribute === 'escrowed') return ['escrow']
  return attribute === 'open' ? ['opensource'] : []
}

const frameworkWords = new Set(
  listOf('esx qbcore qbox oxcore vrp standalone vorp rsg redm oxlib oxmysql escrow opensource'),
)

const libraryWords = new Set(knownLibraries.map((name) => searchWords(name).join('')))

/** Returns whether it is the word of a filter. Where no script has it, it is no misspelling of another word. */
export function isFilterWord(word: string): boolean {
  return frameworkWords.has(word) || libraryWords.has(word)
}

/** Returns whether a word names what a script uses rather than what it does. */
export function isUse(words: readonly string[]): boolean {
  return words.some((word) => frameworkWords.has(word))
}
