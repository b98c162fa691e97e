import type { Bar, Finding } from '../finding.ts'
import { median } from '../load/percentiles.ts'
import { familyOf, memoryMb } from '../load/process-cost.ts'
import { startProgram } from '../programs/start-program.ts'
import { tokenSecret } from '../sites/sign-people-in.ts'
import type { Stage } from '../stage.ts'

/** `npm start` on a site that exists: from the command to the first page, and what the hub then takes. */
export async function measureStart(stage: Stage): Promise<Finding> {
  const { large, pace } = stage.run
  const { folder } = await stage.site(large)
  // A DATA_DIR has one hub.
  await stage.clear()
  const starts: { listens: number; firstPage: number; memory: number; database: number }[] = []
  for (let round = 0; round < pace.rounds; round++) starts.push(await startOnce(folder))
  const middle = (figure: (start: (typeof starts)[number]) => number) => median(starts.map(figure))
  const bars: Bar[] = [
    {
      claim: 'start to first page',
      value: middle(({ firstPage }) => firstPage) / 1000,
      unit: ' s',
      bound: { atMost: 3 },
    },
    {
      claim: 'memory of an idle hub, without its database',
      value: middle(({ memory }) => memory),
      unit: ' MB',
      bound: { atMost: 160 },
    },
  ]
  return {
    name: 'start',
    title: 'Start and rest',
    how: `What \`npm start\` runs, ${pace.rounds} times, with the database of ${large.toLocaleString('en')} scripts stopped before each: the hub listens after ${seconds(middle(({ listens }) => listens))} s. Memory is the proportional set size after the first page; the database has ${Math.round(middle(({ database }) => database))} MB beside it.`,
    measuredAt: new Date().toISOString(),
    rows: [],
    bars,
  }
}

async function startOnce(folder: string) {
  const startedAt = performance.now()
  const hub = await startProgram('setup/start.mjs', {
    PORT: '0',
    DATA_DIR: folder,
    TOKEN_SECRET: tokenSecret,
    LOG_LEVEL: 'warn',
  })
  try {
    const page = await fetch(hub.address)
    await page.text()
    if (!page.ok) throw new Error(`The first page is ${page.status}`)
    const firstPage = performance.now() - startedAt
    const [, program = hub.pid, ...database] = familyOf(hub.pid)
    return {
      listens: hub.readyAfterMs,
      firstPage,
      memory: memoryMb(program),
      database: database.reduce((sum, pid) => sum + memoryMb(pid), 0),
    }
  } finally {
    await hub.stop()
  }
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(2)
}
