import type { Bar, Finding } from '../finding.ts'
import { takeTurns } from '../load/take-turns.ts'
import type { Stage } from '../stage.ts'

const asked = [
  { name: 'list', path: '/api/scripts', atLeast: 3_000 },
  { name: 'detail', path: '/api/scripts/500', atLeast: 3_000 },
  { name: 'home page', path: '/', atLeast: 800 },
  { name: 'list page', path: '/scripts', atLeast: 800 },
  { name: 'detail page', path: '/scripts/500', atLeast: 800 },
] as const

/** Answers that are made for every single request. */
export async function measureUncached(stage: Stage): Promise<Finding> {
  const { run } = stage
  const { address, pid, site } = await stage.hub(run.large, { BENCH_CACHE: 'off' })
  const pids = [pid, site.pid]
  const rows = await takeTurns(
    asked.map(({ name, path }) => ({ name, url: address + path, pids })),
    { ...run.pace, connections: 32 },
  )
  return {
    name: 'uncached',
    title: 'Answers made anew',
    how: `The cache is off, 32 connections, ${run.large.toLocaleString('en')} scripts on the embedded database. Processor time is that of the hub and of its database. These bars are absolute: they mean a quiet machine.`,
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
