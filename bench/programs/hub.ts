import { openSync, writeSync } from 'node:fs'

import { readConfig } from '#platform/config.ts'
import { openLog } from '#platform/log.ts'
import { runProgram } from '#server/run-hub.ts'
import { startHub } from '#server/start-hub.ts'

/**
 * A hub as `npm start` runs it, only that BENCH_CACHE=off turns its response cache off, that it has no jobs, and
 * that what it logs is formatted and written, but kept nowhere. Hubs of one site stand side by side on one DATA_DIR,
 * which nobody should do with hubs that people use: nothing is locked.
 */
await runProgram(async ({ open }) => {
  const config = readConfig(process.env)
  const nowhere = openSync('/dev/null', 'w')
  const log = openLog(config.logLevel, (text) => writeSync(nowhere, text))
  const isOff = process.env['BENCH_CACHE'] === 'off'
  const running = await startHub(config, {
    address: { connectionString: config.databaseUrl ?? '' },
    log,
    runsJobs: false,
    ...(isOff && { cacheBytesMax: 0 }),
  })
  open.push(() => running.close())
  console.log(`ready at ${running.address}`)
})
