import { registerUser, signIn } from '#test-support/users.ts'
import { total, worst, type Fault } from './fault.ts'
import { StartFailed } from '#test-support/app-process.ts'
import type { Site } from './site.ts'

export const secondInstance: Fault = {
  figure: 'F7',
  name: 'a second instance on the same DATA_DIR, and a start after a kill -9',
  bar: 'the second fails with the pid of the first, data intact; a stale lock never blocks a start',
  iterations: { short: 1, long: 20 },
  async run(env, iterations) {
    const site = await env.site()
    await site.start()
    const member = await registerUser(site.url(), 'member')
    let accepted = 0
    let unnamed = 0
    let blocked = 0
    let lost = 0
    let slowest = 0
    for (let round = 0; round < iterations; round++) {
      const error = await startSecond(site)
      if (error === undefined) accepted += 1
      else if (!error.includes(`process ${site.app().pid}`)) unnamed += 1
      await signIn(site.url(), member).catch(() => (lost += 1))

      await site.app().stop('SIGKILL')
      const startedAt = performance.now()
      await site.start().catch(() => (blocked += 1))
      slowest = Math.max(slowest, performance.now() - startedAt)
      await signIn(site.url(), member).catch(() => (lost += 1))
    }
    return {
      tries: total(iterations, ''),
      'second instances that started': total(accepted, '', { atMost: 0 }),
      'errors without the pid': total(unnamed, '', { atMost: 0 }),
      'starts blocked by a stale lock': total(blocked, '', { atMost: 0 }),
      'sign-ins that failed': total(lost, '', { atMost: 0 }),
      'start after a kill': worst(slowest, 'ms', { atMost: 10_000 }),
    }
  },
}

/** The error of the second instance. */
async function startSecond(site: Site): Promise<string | undefined> {
  try {
    const second = await site.startAnother()
    await second.stop('SIGKILL')
    return undefined
  } catch (error) {
    if (error instanceof StartFailed) return error.message
    throw error
  }
}
