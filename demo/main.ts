import { ConfigError, readConfig } from '#platform/config.ts'
import { migrateJobs } from '#platform/jobs.ts'
import { openLog } from '#platform/log.ts'
import { prepareGround, runProgram } from '#server/run-hub.ts'
import { startHub } from '#server/start-hub.ts'

import { fill, isFilled } from './filling/fill.ts'
import { openProgress } from './filling/progress.ts'
import { demoPassword, people, type DemoGroup } from './people.ts'

/** What a demo may be told; a database, a mail server or a store of somebody's own is never touched. */
const settings = ['PORT', 'HOST', 'PUBLIC_URL', 'SITE_NAME', 'LOG_LEVEL', 'DATA_DIR'] as const

/** A hub with content, in a folder of its own. The first start fills it, before anybody else can reach it. */
await runProgram(async ({ open, signal }) => {
  const config = readConfig(environment())
  const log = openLog(config.logLevel, (text) => process.stdout.write(text))
  const address = await prepareGround(config, log, open)

  // Without the runner: nobody is to be mailed that has not been here.
  await migrateJobs(address)
  const quiet = { ...config, port: 0, host: '127.0.0.1', rateLimits: false }
  const filling = await startHub(quiet, { address, log, runsJobs: false })
  try {
    if (!(await isFilled(filling.hub))) {
      console.log('Filling the demo; this takes about a minute, and only the first time.')
      await fill(filling.hub, filling.address, signal, openProgress(process.stdout))
    }
  } finally {
    await filling.close()
  }

  const running = await startHub(config, { address, log })
  open.push(() => running.close())
  console.log(`\nThe demo is ready at ${running.address.replace('0.0.0.0', 'localhost')}\n`)
  console.log(signInTable())
  console.log(`\nTo begin anew, stop it and remove ${config.dataDir}`)
})

function environment(): Record<string, string> {
  const given = settings.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  })
  const [owner] = people
  if (!owner) throw new ConfigError('The demo has no people')
  return {
    DATA_DIR: './demo-data',
    LOG_LEVEL: 'warn',
    ADMIN_USERNAME: owner.username,
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: demoPassword,
    ...Object.fromEntries(given),
  }
}

/** Some people to try the site as. */
function signInTable(): string {
  const roles: readonly [DemoGroup, string][] = [
    ['owner', 'Owner'],
    ['administrator', 'Administrator'],
    ['moderator', 'Moderator'],
    ['verified', 'Uploader'],
    ['member', 'Member'],
  ]
  const rows = roles.map(([group, role]) => {
    const person = people.find((someone) => someone.group === group)
    return `  ${role.padEnd(14)} ${(person?.email ?? '').padEnd(36)} ${demoPassword}`
  })
  return [`  ${'Sign in as'.padEnd(14)} ${'Email'.padEnd(36)} Password`, ...rows].join('\n')
}
