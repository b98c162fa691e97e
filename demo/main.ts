import { ConfigError, readConfig } from '#platform/config.ts'
import { migrateJobs } from '#platform/jobs/jobs.ts'
import { createLog } from '#platform/log.ts'
import { acquireResources, runProgram } from '#server/run-program.ts'
import { startApp } from '#server/start-app.ts'

import { isSeeded, seed } from './seed/seed.ts'
import { demoPassword, users, type DemoGroup } from './users.ts'

/** The demo ignores all other variables, so that it never uses a real database, mail server or file store. */
const allowedVariables = [
  'PORT',
  'HOST',
  'PUBLIC_URL',
  'SITE_NAME',
  'SITE_TAGLINE',
  'LOG_LEVEL',
  'DATA_DIR',
] as const

/** Starts a server with demo data in its own data directory. The first start seeds the data. */
await runProgram(async ({ open, signal }) => {
  const config = readConfig(environment())
  const log = createLog(config.logLevel, (text) => process.stdout.write(text))
  const database = await acquireResources(config, log, open)

  // The job worker does not run while seeding, so the confirmation emails to the demo users are not sent.
  await migrateJobs(database)
  const seedConfig = { ...config, port: 0, host: '127.0.0.1', rateLimits: false }
  const seeding = await startApp(seedConfig, { database, log, runsJobs: false })
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

function environment(): Record<string, string> {
  const provided = allowedVariables.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  })
  const [owner] = users
  if (!owner) throw new ConfigError('The demo has no users')
  return {
    DATA_DIR: './demo-data',
    LOG_LEVEL: 'warn',
    SITE_TAGLINE: 'Free scripts for FiveM servers',
    ADMIN_USERNAME: owner.username,
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: demoPassword,
    ...Object.fromEntries(provided),
  }
}

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
