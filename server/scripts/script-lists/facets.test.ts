import { sql } from 'drizzle-orm'
import { array, constantFrom, integer, option, record, sample, uniqueArray } from 'fast-check'
import { expect, test } from 'vitest'

import { fixedCategories } from '#contract/scripts/categories.ts'
import { scriptStatuses } from '#contract/scripts/script-limits.ts'
import { startTestApp } from '#test-support/test-app.ts'

import { insertTestScript } from '#test-support/scripts.ts'

const app = await startTestApp()
const authors = [await app.createUser(), await app.createUser(), await app.createUser()] as const

const words = ['garage', 'police', 'job', 'shop'] as const
const scriptsOf = array(
  record({
    name: constantFrom(...words).map((word) => `${word} thing`),
    category: constantFrom('Cars', 'Jobs', 'Other'),
    status: constantFrom('Readable' as const, 'Decrypted' as const),
    publication: constantFrom('published' as const, 'published' as const, 'review' as const),
    tags: uniqueArray(constantFrom('esx', 'qb', 'map'), { maxLength: 2 }),
    author: constantFrom(0 as const, 1 as const, 2 as const),
    downloads: integer({ min: 0, max: 3 }),
    views: integer({ min: 0, max: 3 }),
    minute: integer({ min: 0, max: 5 }),
  }),
  { minLength: 8, maxLength: 40 },
)
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
const maybe = <T>(...values: T[]) => option(constantFrom(...values), { nil: undefined })
const queryOf = record({
  q: maybe<string>(...words, 'gar', 'thing', 'job thing'),
  category: maybe('Cars', 'jobs', 'Housing', 'Nowhere'),
  status: maybe('Readable', 'decrypted', 'Other'),
  tag: maybe('esx', 'qb', 'none'),
  author: maybe(0 as const, 1 as const),
  sort: constantFrom('newest' as const, 'popular' as const, 'downloads' as const, 'views' as const),
  page: integer({ min: 1, max: 4 }),
  limit: integer({ min: 1, max: 12 }),
})

test('lists, totals and facets agree with a naive implementation', async () => {
  for (const scripts of sample(scriptsOf, { numRuns: 5, seed: 20261120 })) {
    const known: ((typeof scripts)[number] & { id: number })[] = []
    await app.db.execute(sql`delete from scripts`)
    await app.db.execute(sql`update script_counts set count = 0`)
    await app.db.execute(sql`update site_totals set scripts = 0`)
    for (const script of scripts) {
      const { minute, author, ...row } = script
      known.push({
        ...script,
        id: await insertTestScript(app, { ...row, author: authors[author], createdAt: at(minute) }),
      })
    }
    for (const query of sample(queryOf, { numRuns: 30, seed: known.length })) {
      const { q, category, status, tag, author, sort, page, limit } = query
      const column = sort === 'newest' ? 'minute' : sort === 'views' ? 'views' : 'downloads'
      const published = known.filter(({ publication }) => publication === 'published')
      // All names have the second word of the only query with two.
      const searched =
        q !== undefined && published.some((script) => isFound(script, q)) ? q : q?.split(' ').at(-1)
      const matching = published
        .filter((script) => searched === undefined || isFound(script, searched))
        .filter(({ tags }) => tag === undefined || tags.some((one) => one === tag))
        .filter((script) => author === undefined || script.author === author)
        .toSorted((a, b) => b[column] - a[column] || b.id - a.id)
      const inCategory = matching.filter((one) => same(category, one.category))
      const inStatus = matching.filter((one) => same(status, one.status))
      const both = inCategory.filter((one) => same(status, one.status))

      const filters = {
        q,
        category,
        status,
        tag,
        author: author === undefined ? author : authors[author].username,
      }
      const sent = Object.entries(filters).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      )
      const search = new URLSearchParams([
        ...sent,
        ['sort', sort],
        ['page', `${page}`],
        ['limit', `${limit}`],
      ])
      const { body: list } = await app.request(null, 'GET', `/api/scripts?${search.toString()}`)

      const shown = both.slice((page - 1) * limit, page * limit)
      expect({ query, ids: list.scripts.map(({ id }: { id: number }) => id) }).toEqual({
        query,
        ids: shown.map(({ id }) => id),
      })
      expect(list.pagination).toEqual({
        page,
        limit,
        total: both.length,
        totalPages: Math.ceil(both.length / limit),
      })
      const { categories, statuses } = list.facets
      expect({ query, categories, statuses }).toEqual({
        query,
        categories: fixedCategories.map((name) => countOf(name, inStatus)),
        statuses: scriptStatuses.map((name) => countOf(name, inCategory)),
      })
    }
  }
})

/** All words are in the name, where the last one may be a prefix; "job" is also the name of a category. */
function isFound({ name, category }: { name: string; category: string }, q: string): boolean {
  const typed = q.split(' ')
  return typed.every(
    (word, index) =>
      (word === 'job' && category === 'Jobs') ||
      name.split(' ').some((one) => (index === typed.length - 1 ? one.startsWith(word) : one === word)),
  )
}

function same(wanted: string | undefined, value: string): boolean {
  return wanted === undefined || wanted.toLowerCase() === value.toLowerCase()
}

function countOf(name: string, scripts: readonly { category: string; status: string }[]) {
  return { name, count: scripts.filter((one) => one.category === name || one.status === name).length }
}
