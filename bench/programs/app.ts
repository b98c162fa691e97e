import { openSync, writeSync } from 'node:fs'

import { readConfig } from '#platform/config.ts'
import { createLog } from '#platform/log.ts'
import { runProgram } from '#server/run-program.ts'
import { startApp } from '#server/start-app.ts'

/**
 * The app as `npm start` runs it, without jobs. BENCH_CACHE=off disables the response cache; the log goes to /dev/null.
 * It does not lock DATA_DIR, which the apps of one site share.
 */
await runProgram(async ({ open }) => {
  const config = readConfig(process.env)
  const devNull = openSync('/dev/null', 'w')
  const log = createLog(config.logLevel, (text) => writeSync(devNull, text))
  const isOff = process.env['BENCH_CACHE'] === 'off'
  const running = await startApp(config, {
    database: { connectionString: config.databaseUrl ?? '' },
    log,
    runsJobs: false,
    ...(isOff && { cacheBytesMax: 0 }),
  })
  open.push(() => running.close())
  console.log(`ready at ${running.url}`)
})
