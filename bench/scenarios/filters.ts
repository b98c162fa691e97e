import { z } from 'zod/mini'

import {
  contentFilters,
  frameworks,
  games,
  reportFilters,
  updatedWithin,
} from '#contract/scripts/script-limits.ts'

import { median } from '#test-support/percentiles.ts'

import type { Harness } from '../harness.ts'
import type { Result } from '../result.ts'

const samples = 15
const remeasured = 60
const limit = 1.5
const pageSize = 12

/** The values of each filter of a list; of the sites' categories, tags and needed resources a common and a rare one. */
const filters: Record<string, readonly string[]> = {
  category: ['mapping', 'housing'],
  status: ['Readable', 'Decrypted'],
  framework: frameworks,
  game: games,
  includes: contentFilters,
  exclude: contentFilters,
  report: reportFilters,
  updated: updatedWithin,
  needs: ['common_lib', 'other_lib'],
  // The sites have other words: the most and the least frequent one of the newest scripts.
  tags: ['COMMON', 'RARE'],
  sort: ['downloads', 'views', 'trending', 'updated'],
}

type Measured = { query: string; ratio: number; first: number; total: number }

/** Compares lists with each pair of filters on both sites, cache off. */
export async function measureFilters(harness: Harness): Promise<Result> {
  const { small, large } = harness.run
  const few = await harness.app(small, { BENCH_CACHE: 'off' })
  const many = await harness.app(large, { BENCH_CACHE: 'off' })
  const sites = { few: await siteOf(few.url), many: await siteOf(many.url) }
  for (let count = 0; count < 300; count++) await Promise.all([sites.few(''), sites.many('')])
  const pairs = pairsOf(filters)
  const measured: Measured[] = []
  for (const query of pairs) measured.push(await compare(sites, query, samples))
  for (const [index, pair] of measured.entries())
    if (pair.ratio > limit)
      measured[index] = { ...(await compare(sites, pair.query, remeasured)), first: pair.first }
  const worst = measured.toSorted((left, right) => right.ratio - left.ratio)
  for (const { query, ratio } of worst.slice(0, 10)) harness.log(`${ratio.toFixed(2)} times: ${query}`)
  const slowest = measured.toSorted((left, right) => right.first - left.first)[0]
  const typical = median(measured.map(({ first }) => first))
  const partial = measured.filter(({ total }) => total < pageSize).length
  return {
    name: `filters ${large}`,
    title: `Lists with two filters among ${large.toLocaleString('en')} scripts`,
    how: `Cache off, one request at a time, both sites in turn, median of ${samples} requests after the first; those over the target are measured again with ${remeasured}. All ${pairs.length} pairs of ${Object.values(filters).flat().length} filters and orders. ${partial} of them have less than a page of scripts on the small site: they are compared with its list without filters, since a page of twelve scripts takes longer than one of three. The slowest is ${worst[0]?.query ?? 'none'}. The first request after the start took ${typical.toFixed(1)} ms (median) and at most ${(slowest?.first ?? 0).toFixed(0)} ms (${slowest?.query ?? 'none'}).`,
    measuredAt: new Date().toISOString(),
    rows: [],
    thresholds: [
      {
        metric: `${pairs.length} pairs of filters: slowest vs. small site`,
        value: worst[0]?.ratio ?? Number.NaN,
        unit: ' times',
        limit: { atMost: limit },
      },
    ],
  }
}

/** Each value of a filter with each one of another filter. */
function pairsOf(values: Record<string, readonly string[]>): string[] {
  const all = Object.entries(values).flatMap(([name, list]) =>
    list.map((value) => ({ name, query: `${name}=${value}` })),
  )
  return all.flatMap((first, index) =>
    all
      .slice(index + 1)
      .flatMap((second) => (first.name === second.name ? [] : [`${first.query}&${second.query}`])),
  )
}

type Site = (query: string) => Promise<{ ms: number; total: number }>

async function compare(sites: { few: Site; many: Site }, query: string, count: number): Promise<Measured> {
  const { total } = await sites.few(query)
  const { ms: first } = await sites.many(query)
  const inSmall = total < pageSize ? '' : query
  const few: number[] = []
  const many: number[] = []
  for (let sample = 0; sample < count; sample++) {
    few.push((await sites.few(inSmall)).ms)
    many.push((await sites.many(query)).ms)
  }
  return { query, ratio: median(many) / median(few), first, total }
}

/** Requests lists of a site. */
async function siteOf(url: string): Promise<Site> {
  const response = await fetch(`${url}/api/scripts?limit=100`)
  const { scripts } = Listed.parse(await response.json())
  const counts = new Map<string, number>()
  for (const tag of scripts.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  const byCount = [...counts].sort(([, left], [, right]) => right - left).map(([tag]) => tag)
  return async (query) => {
    const path = query.replace('COMMON', byCount[0] ?? '').replace('RARE', byCount.at(-1) ?? '')
    const startedAt = performance.now()
    const list = await fetch(`${url}/api/scripts?${path}`)
    const text = await list.text()
    const ms = performance.now() - startedAt
    if (!list.ok) throw new Error(`${list.status} ${path}`)
    return { ms, total: Number(/"total":(\d+)/.exec(text)?.[1] ?? 0) }
  }
}

const Listed = z.object({ scripts: z.array(z.object({ tags: z.array(z.string()) })) })
