import { documentOf, wordsOf } from '#server/scripts/search-text.rules.ts'

import { openChance, openZipf } from './chance.ts'

export type MadeUpScript = {
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
}

const wordCount = 40_000
const firstDay = Date.UTC(2024, 0, 1)
const lastDay = Date.UTC(2026, 6, 1)

/**
 * Scripts as people write them: few words in nearly every text, most words in hardly any. One in two has the word
 * "server", one in a hundred "harbour", and one in ten thousand "quokka": a common, a usual and a rare search.
 */
export function* makeUpScripts(count: number, people: number, categories: number): Generator<MadeUpScript> {
  const chance = openChance(count)
  const words = madeUpWords(chance)
  const pickWord = openZipf(words.length, chance)
  const pickAuthor = openZipf(people, chance)
  const word = () => words[pickWord()] ?? 'script'
  for (let id = 1; id <= count; id++) {
    const name = capitalised(Array.from({ length: 2 + Math.floor(chance() * 3) }, word).join(' '))
    const tags = [
      ...new Set(Array.from({ length: 3 }, () => words[Math.floor(chance() ** 2 * 300)] ?? 'tag')),
    ]
    const marks = [chance() < 0.5 && 'server', chance() < 0.01 && 'harbour', id % 10_000 === 777 && 'quokka']
    const description = capitalised(
      [...Array.from({ length: 18 + Math.floor(chance() * 30) }, word), ...marks.filter(Boolean)].join(' '),
    )
    const downloads = Math.floor(4_000 * chance() ** 12)
    yield {
      id,
      name,
      userId: 1 + pickAuthor(),
      categoryId: 1 + Math.floor(chance() ** 1.5 * categories),
      status: chance() < 0.8 ? 'Readable' : 'Decrypted',
      tags,
      description,
      document: documentOf({ name, tags, description }),
      words: wordsOf({ name, tags, description }),
      downloads,
      views: downloads * 6 + Math.floor(chance() * 50),
      likes: 0,
      createdAt: new Date(firstDay + ((lastDay - firstDay) * id) / count).toISOString(),
    }
  }
}

function madeUpWords(chance: () => number): string[] {
  const syllables = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo za sta tri plo gra cle'.split(
    ' ',
  )
  const pick = () => syllables[Math.floor(chance() * syllables.length)] ?? 'ba'
  const words = new Set<string>()
  while (words.size < wordCount)
    words.add(Array.from({ length: 2 + Math.floor(chance() * 3) }, pick).join(''))
  return [...words]
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
