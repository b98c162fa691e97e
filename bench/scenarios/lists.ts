import type { Threshold, Result } from '../result.ts'
import { interleave, type Target, type Measure } from '../load/interleave.ts'
import type { BenchApp, Harness } from '../harness.ts'

type LoadRequest = { name: string; path: string; inSmall?: string }

/**
 * The words: one in two thirds of the scripts, one in 1 %, one in 0.01 %, and one that is misspelled. With 1,000 scripts
 * page 500 exists only with two scripts per page; with more per page, the middle of the list is used instead.
 */
const requests: readonly LoadRequest[] = [
  { name: 'list', path: '/api/scripts' },
  { name: 'list, by downloads', path: '/api/scripts?sort=downloads' },
  { name: 'list of a category, by views', path: '/api/scripts?category=mapping&sort=views' },
  { name: 'page 500, 2 per page', path: '/api/scripts?page=500&limit=2' },
  { name: 'page 500, 12 per page', path: '/api/scripts?page=500', inSmall: '/api/scripts?page=42' },
  {
    name: 'page 500, 12 per page, by downloads',
    path: '/api/scripts?page=500&sort=downloads',
    inSmall: '/api/scripts?page=42&sort=downloads',
  },
  {
    name: 'page 500, 100 per page',
    path: '/api/scripts?page=500&limit=100',
    inSmall: '/api/scripts?page=5&limit=100',
  },
  { name: 'detail', path: '/api/scripts/500' },
  { name: 'scripts that need a script', path: '/api/scripts/500/dependents' },
  { name: 'list page', path: '/scripts' },
  { name: 'search, common word', path: '/api/scripts/search?q=server' },
  { name: 'search, uncommon word', path: '/api/scripts/search?q=harbour' },
  { name: 'search, rare word', path: '/api/scripts/search?q=quokka' },
  { name: 'search, two words', path: '/api/scripts/search?q=server%20harbour' },
  { name: 'search, misspelled word', path: '/api/scripts/search?q=harbuor' },
  { name: 'list filtered by an uncommon word', path: '/api/scripts?q=harbour' },
]

/** Compares the cost of queries with few and with many scripts, cache off. */
export async function measureLists(harness: Harness): Promise<Result> {
  const { small, large, pace } = harness.run
  const few = await harness.app(small, { BENCH_CACHE: 'off' })
  const many = await harness.app(large, { BENCH_CACHE: 'off' })
  const targets = requests.flatMap(({ name, path, inSmall = path }) => [
    target(`${name}, ${small.toLocaleString('en')}`, few, inSmall),
    target(`${name}, ${large.toLocaleString('en')}`, many, path),
  ])
  const rows = await interleave(targets, { ...pace, seconds: Math.min(1, pace.seconds), connections: 1 })
  return {
    name: `lists ${large}`,
    title: `Lists and search among ${large.toLocaleString('en')} scripts`,
    how: `Cache off, one connection that sends the next request when it has a response, both sites in turn. A page that does not exist among ${small.toLocaleString('en')} scripts is compared with the middle of their list. CPU time is that of the app and its database.`,
    measuredAt: new Date().toISOString(),
    rows,
    thresholds: requests.map(({ name }, index) => thresholdFor(name, rows[index * 2], rows[index * 2 + 1])),
  }
}

function target(name: string, { url, pid, site }: BenchApp, path: string): Target {
  return { name, url: url + path, pids: [pid, site.pid] }
}

function thresholdFor(name: string, few: Measure | undefined, many: Measure | undefined): Threshold {
  const value = few && many ? few.perSecond / many.perSecond : Number.NaN
  return { metric: `${name}: time vs. small site`, value, unit: ' times', limit: { atMost: 1.5 } }
}
