import type { Threshold, Result } from '../result.ts'
import { median } from '#test-support/percentiles.ts'
import { processTree, memoryMb } from '../load/process-cost.ts'
import { startApp } from '#test-support/app-process.ts'
import { tokenSecret } from '../sites/sign-users-in.ts'
import type { Harness } from '../harness.ts'

/** `npm start` on an existing site: the time until the first page, and the memory after it. */
export async function measureStart(harness: Harness): Promise<Result> {
  const { large, pace } = harness.run
  const { folder } = await harness.site(large)
  // Only one app can use a DATA_DIR.
  await harness.dispose()
  const starts: { listens: number; firstPage: number; memory: number; database: number }[] = []
  for (let round = 0; round < pace.rounds; round++) starts.push(await startOnce(folder))
  const medianOf = (value: (start: (typeof starts)[number]) => number) => median(starts.map(value))
  const thresholds: Threshold[] = [
    {
      metric: 'start to first page',
      value: medianOf(({ firstPage }) => firstPage) / 1000,
      unit: ' s',
      limit: { atMost: 3 },
    },
    {
      metric: 'memory of an idle app without its database',
      value: medianOf(({ memory }) => memory),
      unit: ' MB',
      limit: { atMost: 160 },
    },
  ]
  return {
    name: 'start',
    title: 'Start and idle memory',
    how: `\`npm start\`, ${pace.rounds} times, with the database of ${large.toLocaleString('en')} scripts stopped before each: the app listens after ${seconds(medianOf(({ listens }) => listens))} s. Memory is the proportional set size after the first page; the database uses another ${Math.round(medianOf(({ database }) => database))} MB.`,
    measuredAt: new Date().toISOString(),
    rows: [],
    thresholds,
  }
}

async function startOnce(folder: string) {
  const startedAt = performance.now()
  const app = await startApp(
    { PORT: '0', DATA_DIR: folder, TOKEN_SECRET: tokenSecret, LOG_LEVEL: 'warn' },
    { program: 'tools/run.mjs', args: ['start'] },
  )
  try {
    const page = await fetch(app.url)
    await page.text()
    if (!page.ok) throw new Error(`The first page is ${page.status}`)
    const firstPage = performance.now() - startedAt
    const [, program = app.pid, ...database] = processTree(app.pid)
    return {
      listens: app.startMs,
      firstPage,
      memory: memoryMb(program),
      database: database.reduce((sum, pid) => sum + memoryMb(pid), 0),
    }
  } finally {
    await app.stop()
  }
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(2)
}
