import { readConfig } from '#platform/config.ts'
import { openLog } from '#platform/log.ts'

import { ensureFirstOwner } from './auth/auth.public.ts'
import { prepareGround, runProgram } from './run-hub.ts'
import { startHub } from './start-hub.ts'

/** Starts a hub and says where it is. */
await runProgram(async ({ open }) => {
  const config = readConfig(process.env)
  const log = openLog(config.logLevel, (text) => process.stdout.write(text))
  const address = await prepareGround(config, log, open)
  const running = await startHub(config, { address, log, preparesPages: true })
  open.push(
    () => running.close(),
    () => running.leave(),
  )
  const ownerLink = await ensureFirstOwner(running.hub)
  if (!config.rateLimits)
    console.log('RATE_LIMITS=off: nothing protects this hub from a flood. Use it for measurements only.')
  console.log(`${config.siteName} is ready at ${running.address.replace('0.0.0.0', 'localhost')}`)
  if (ownerLink !== undefined)
    console.log(`This site has no owner yet. Open this address within 24 hours to become it: ${ownerLink}`)
})
