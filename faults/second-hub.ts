import { register, signIn } from './client.ts'
import { total, worst, type Fault } from './fault.ts'
import { StartFailed } from './hub-process.ts'
import type { Site } from './site.ts'

export const secondHub: Fault = {
  figure: 'F7',
  name: 'a second hub on the same DATA_DIR, and a start after a kill -9',
  bar: 'the second is refused with the number of the first, data intact; a stale lock never blocks a start',
  rounds: { short: 1, long: 20 },
  async bringAbout(ground, rounds) {
    const site = await ground.site()
    await site.start()
    const member = await register(site.address(), 'member')
    let accepted = 0
    let unnamed = 0
    let blocked = 0
    let lost = 0
    let slowest = 0
    for (let round = 0; round < rounds; round++) {
      const refusal = await startSecond(site)
      if (refusal === undefined) accepted += 1
      else if (!refusal.includes(`process ${site.hub().pid}`)) unnamed += 1
      await signIn(site.address(), member).catch(() => (lost += 1))

      await site.hub().end('SIGKILL')
      const startedAt = performance.now()
      await site.start().catch(() => (blocked += 1))
      slowest = Math.max(slowest, performance.now() - startedAt)
      await signIn(site.address(), member).catch(() => (lost += 1))
    }
    return {
      tries: total(rounds, ''),
      'second hubs let in': total(accepted, '', { atMost: 0 }),
      'refusals without the number': total(unnamed, '', { atMost: 0 }),
      'starts blocked by a stale lock': total(blocked, '', { atMost: 0 }),
      'sign-ins that failed': total(lost, '', { atMost: 0 }),
      'start after a kill': worst(slowest, 'ms', { atMost: 10_000 }),
    }
  },
}

/** What it said when it was refused. */
async function startSecond(site: Site): Promise<string | undefined> {
  try {
    const second = await site.startAnother()
    await second.end('SIGKILL')
    return undefined
  } catch (error) {
    if (error instanceof StartFailed) return error.message
    throw error
  }
}
