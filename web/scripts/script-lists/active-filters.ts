import { licenseName } from '#contract/scripts/licenses.ts'
import type { ContentFilter, Framework, Game } from '#contract/scripts/script-limits.ts'

import { frameworkNames } from './framework-names.ts'
import {
  listOf,
  parseScriptListSearch,
  type FilterChange,
  type ScriptListSearch,
} from './script-list-search.ts'

/** A filter in words, and the change that removes it. */
export type ActiveFilter = { label: string; without: FilterChange }

export const gameNames = { gta5: 'GTA V', rdr3: 'RDR 2' } as const satisfies Record<Game, string>
export const contentNames = {
  open: { name: 'Open source', with: 'Open source', without: 'Not open source' },
  escrowed: { name: 'Escrow', with: 'With escrow', without: 'Without escrow' },
  sql: { name: 'Database', with: 'With SQL files', without: 'Without SQL files' },
  page: { name: 'User interface', with: 'With a user interface', without: 'Without a user interface' },
  source: {
    name: 'Source repository',
    with: 'With a source repository',
    without: 'Without a source repository',
  },
  documentation: { name: 'Documentation', with: 'With documentation', without: 'Without documentation' },
  support: { name: 'Support link', with: 'With a support link', without: 'Without a support link' },
} as const satisfies Record<ContentFilter, Record<'name' | 'with' | 'without', string>>
export const reportNames = {
  'no-high': 'Without high-severity findings',
  none: 'No known suspicious patterns',
} as const
export const updatedNames = { 30: 'Last 30 days', 90: 'Last 90 days', 365: 'Last year' } as const

/** All filters but the search text, the category and the order. */
export function activeFiltersOf(search: ScriptListSearch): ActiveFilter[] {
  const { status, framework, game, updated, report, needs, license, build, author } = search
  const filters: ActiveFilter[] = []
  if (status !== undefined) filters.push({ label: status, without: { status: undefined } })
  if (framework) filters.push({ label: frameworkNames[framework], without: { framework: undefined } })
  if (game) filters.push({ label: gameNames[game], without: { game: undefined } })
  for (const word of listOf(search.includes))
    if (isContent(word))
      filters.push({
        label: contentNames[word].with,
        without: { includes: listWithout(search.includes, word) },
      })
  for (const word of listOf(search.exclude))
    filters.push({
      label: isContent(word) ? contentNames[word].without : `Not for ${frameworkName(word)}`,
      without: { exclude: listWithout(search.exclude, word) },
    })
  if (updated)
    filters.push({
      label: `Updated: ${updatedNames[updated].toLowerCase()}`,
      without: { updated: undefined },
    })
  if (report) filters.push({ label: reportNames[report], without: { report: undefined } })
  if (needs !== undefined) filters.push({ label: `Needs ${needs}`, without: { needs: undefined } })
  if (license) filters.push({ label: `Licence: ${licenseName(license)}`, without: { license: undefined } })
  if (build !== undefined) filters.push({ label: `Runs on build ${build}`, without: { build: undefined } })
  for (const tag of tagsOf(search))
    filters.push({
      label: `Tag: ${tag}`,
      without: withTags(tagsOf(search).filter((candidate) => candidate !== tag)),
    })
  if (author !== undefined) filters.push({ label: `By ${author}`, without: { author: undefined } })
  return filters
}

export function tagsOf({ tag, tags }: ScriptListSearch): string[] {
  return tag === undefined ? listOf(tags) : [tag]
}

export function withTags(tags: readonly string[]): FilterChange {
  return { tag: undefined, tags: tags.join(',') }
}

/** Returns whether a list has scripts with, without or with and without a word. */
export function contentChoice(search: ScriptListSearch, word: ContentFilter): '' | 'with' | 'without' {
  if (listOf(search.includes).includes(word)) return 'with'
  return listOf(search.exclude).includes(word) ? 'without' : ''
}

export function withContent(search: ScriptListSearch, word: ContentFilter, choice: string): FilterChange {
  const includes = listWithout(search.includes, word)
  const exclude = listWithout(search.exclude, word)
  return {
    includes: choice === 'with' ? `${includes},${word}` : includes,
    exclude: choice === 'without' ? `${exclude},${word}` : exclude,
  }
}

/** The list without its filters. */
export function withoutFilters({ q, category, sort }: ScriptListSearch): ScriptListSearch {
  return parseScriptListSearch({ q, category, sort })
}

function listWithout(list: string | undefined, word: string): string {
  return listOf(list)
    .filter((candidate) => candidate !== word)
    .join(',')
}

function isContent(word: string): word is ContentFilter {
  return Object.hasOwn(contentNames, word)
}

function frameworkName(word: string): string {
  return isFramework(word) ? frameworkNames[word] : word
}

function isFramework(word: string): word is Framework {
  return Object.hasOwn(frameworkNames, word)
}
