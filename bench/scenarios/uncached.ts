import type { Bar, Finding, Row } from '../finding.ts'
import { takeTurns } from '../load/take-turns.ts'
import type { Stage } from '../stage.ts'

/** Each in many versions, asked for in turn: those who ask for the same at once would share one answer. */
const asked = [
  { name: 'list', paths: many((n) => `/api/scripts?page=${n}`), atLeast: 3_000 },
  { name: 'detail', paths: many((n) => `/api/scripts/${n}`), atLeast: 3_000 },
  { name: 'list page', paths: many((n) => `/scripts?page=${n}`), atLeast: 800 },
  { name: 'detail page', paths: many((n) => `/scripts/${n}`), atLeast: 800 },
] as const

function many(path: (n: number) => string): string[] {
  return Array.from({ length: 50 }, (_, n) => path(n + 1))
}

/** Answers that are made for every single request. */
export async function measureUncached(stage: Stage): Promise<Finding> {
  const { run } = stage
  const { address, pid, site } = await stage.hub(run.large, { BENCH_CACHE: 'off' })
  const pids = [pid, site.pid]
  // One after the other: nothing is compared, and a list would be asked for among what pages left to collect.
  const rows: Row[] = []
  for (const { name, paths } of asked)
    rows.push(...(await takeTurns([{ name, url: address, paths, pids }], { ...run.pace, connections: 32 })))
  return {
    name: 'uncached',
    title: 'Answers made anew',
    how: `The cache is off, 32 connections that ask for fifty different lists, scripts or pages in turn, ${run.large.toLocaleString('en')} scripts on the embedded database. Processor time is that of the hub and of its database. These bars are absolute: they mean a quiet machine.`,
    measuredAt: new Date().toISOString(),
    rows,
    bars: asked.map<Bar>(({ name, atLeast }, index) => ({
      claim: `${name}, cache off`,
      value: rows[index]?.perSecond ?? 0,
      unit: '/s',
      bound: { atLeast },
    })),
  }
}
