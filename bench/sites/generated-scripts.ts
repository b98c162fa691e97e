import { documentOf, wordsOf, usedWords } from '#server/scripts/script-search/words.rules.ts'

import { createSeededRandom, createZipf } from '#test-support/seeded-random.ts'

export type GeneratedScript = {
  id: number
  name: string
  userId: number
  categoryId: number
  status: 'Readable' | 'Decrypted'
  tags: string[]
  description: string
  document: string
  words: string[]
  downloads: number
  views: number
  likes: number
  createdAt: string
  /** As of an analysis, see server/scripts/attribute-bits.rules.ts. */
  attributes: string[]
  trend: number
}

const wordCount = 40_000
const firstDay = Date.UTC(2024, 0, 1)
const lastDay = Date.UTC(2026, 6, 1)

/**
 * Scripts whose words follow a Zipf distribution. "server" is in half of the scripts, "harbour" in 1 % and "quokka" in
 * 0.01 %: a common, an uncommon and a rare word.
 */
export function* generateScripts(
  count: number,
  users: number,
  categories: number,
): Generator<GeneratedScript> {
  const random = createSeededRandom(count)
  const words = generateWords(random)
  // Another generator, so that the other values stay as they are.
  const chance = createSeededRandom(count + 1)
  const pickWord = createZipf(words.length, random)
  const pickAuthor = createZipf(users, random)
  const word = () => words[pickWord()] ?? 'script'
  for (let id = 1; id <= count; id++) {
    const name = capitalised(Array.from({ length: 2 + Math.floor(random() * 3) }, word).join(' '))
    const tags = [
      ...new Set(Array.from({ length: 3 }, () => words[Math.floor(random() ** 2 * 300)] ?? 'tag')),
    ]
    const searchWords = [
      random() < 0.5 && 'server',
      random() < 0.01 && 'harbour',
      id % 10_000 === 777 && 'quokka',
    ]
    const description = capitalised(
      [...Array.from({ length: 18 + Math.floor(random() * 30) }, word), ...searchWords.filter(Boolean)].join(
        ' ',
      ),
    )
    const downloads = Math.floor(4_000 * random() ** 12)
    const userId = 1 + pickAuthor()
    const attributes = generateAttributes(chance)
    const author = `member${userId}`
    const categoryId = 1 + Math.floor(random() ** 1.5 * categories)
    const text = { name, tags, description, author, categoryId, uses: usedWords(attributes, []) }
    yield {
      id,
      name,
      userId,
      categoryId,
      status: random() < 0.8 ? 'Readable' : 'Decrypted',
      tags,
      description,
      document: documentOf(text),
      words: wordsOf(text),
      downloads,
      views: downloads * 6 + Math.floor(random() * 50),
      likes: 0,
      attributes,
      trend: chance() < 0.05 ? Math.floor(chance() * 5_000) : 0,
      createdAt: new Date(firstDay + ((lastDay - firstDay) * id) / count).toISOString(),
    }
  }
}

/** Half of the scripts with a framework have one of the two largest; some have several. */
function generateAttributes(chance: () => number): string[] {
  const framework = chance()
  const game = chance()
  const access = chance()
  const report = chance()
  const facts: Record<string, boolean> = {
    'framework:esx': framework < 0.33,
    'framework:qbcore': framework > 0.25 && framework < 0.6,
    'framework:qbox': framework > 0.29 && framework < 0.36,
    'framework:ox': framework > 0.31 && framework < 0.4,
    'framework:vrp': framework > 0.6 && framework < 0.62,
    'framework:standalone': framework > 0.62,
    'game:gta5': game < 0.94,
    'game:rdr3': game > 0.92,
    escrowed: access < 0.12,
    open: access > 0.12 && access < 0.95,
    sql: chance() < 0.15,
    page: chance() < 0.3,
    'report:high': report < 0.03,
    'report:low': report > 0.03 && report < 0.2,
    'report:none': report > 0.2,
  }
  return Object.keys(facts).filter((word) => facts[word])
}

function generateWords(random: () => number): string[] {
  const syllables = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo za sta tri plo gra cle'.split(
    ' ',
  )
  const pick = () => syllables[Math.floor(random() * syllables.length)] ?? 'ba'
  const words = new Set<string>()
  while (words.size < wordCount)
    words.add(Array.from({ length: 2 + Math.floor(random() * 3) }, pick).join(''))
  return [...words]
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
