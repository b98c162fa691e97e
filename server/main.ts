import { readConfig } from '#platform/config.ts'
import { createLog } from '#platform/log.ts'

import { ensureFirstOwner } from './accounts/accounts.public.ts'
import { acquireResources, runProgram } from './run-program.ts'
import { startApp } from './start-app.ts'

/** Starts a node and prints its URL. */
await runProgram(async ({ open }) => {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel, (text) => process.stdout.write(text))
  const database = await acquireResources(config, log, open)
  let ownerLink: string | undefined
  const running = await startApp(config, {
    database,
    log,
    startsRenderThread: true,
    async beforeListen(app) {
      ownerLink = await ensureFirstOwner(app)
    },
  })
  open.push(
    () => running.close(),
    () => running.drain(),
  )
  if (!config.rateLimits)
    console.log('RATE_LIMITS=off: nothing limits the rate of requests. Use it for measurements only.')
  console.log(
    `${running.app.settings.siteName} is ready at ${running.url.replace(/0\.0\.0\.0|\[::\]/, 'localhost')}`,
  )
  if (ownerLink !== undefined)
    console.log(`This site has no owner yet. Open this link within 24 hours to become it: ${ownerLink}`)
})
