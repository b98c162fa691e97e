import { migrateJobs } from '#platform/jobs/jobs.ts'
import { createLog } from '#platform/log.ts'
import { acquireResources, runProgram } from '#server/run-program.ts'
import { startApp } from '#server/start-app.ts'

import { readDemoConfig, seedConfigOf } from './demo-config.ts'
import { isSeeded, seed } from './seed/seed.ts'
import { demoPassword, users, type DemoGroup } from './users.ts'

/** Starts a server with demo data in its own data directory. The first start seeds the data. */
await runProgram(async ({ open, signal }) => {
  const config = readDemoConfig(process.env)
  const log = createLog(config.logLevel, (text) => process.stdout.write(text))
  const database = await acquireResources(config, log, open)

  // The job worker does not run while seeding, so the confirmation emails to the demo users are not sent.
  await migrateJobs(database)
  const seeding = await startApp(seedConfigOf(config), {
    database,
    log,
    runsJobs: false,
    // On a busy machine the seed, the only client, takes longer.
    eventLoopDelayMax: Number.POSITIVE_INFINITY,
  })
  try {
    if (!(await isSeeded(seeding.app))) {
      console.log('Seeding the demo data. This takes about a minute and happens only at the first start.')
      await seed(seeding.app, seeding.url, signal)
    }
  } finally {
    await seeding.close()
  }

  const running = await startApp(config, { database, log })
  open.push(() => running.close())
  console.log(`\nThe demo is ready at ${running.url.replace('0.0.0.0', 'localhost')}\n`)
  console.log(signInTable())
  console.log(`\nTo start over, stop the demo and delete ${config.dataDir}`)
})

/** One user of each group. */
function signInTable(): string {
  const roles: readonly [DemoGroup, string][] = [
    ['owner', 'Owner'],
    ['administrator', 'Administrator'],
    ['moderator', 'Moderator'],
    ['verified', 'Uploader'],
    ['member', 'Member'],
  ]
  const rows = roles.map(([group, role]) => {
    const user = users.find((candidate) => candidate.group === group)
    return `  ${role.padEnd(14)} ${(user?.email ?? '').padEnd(36)} ${demoPassword}`
  })
  return [`  ${'Sign in as'.padEnd(14)} ${'Email'.padEnd(36)} Password`, ...rows].join('\n')
}
