import { query } from './database.ts'
import { ask, demand, register } from './client.ts'
import { total, worst, type Fault } from './fault.ts'
import { openMailServer } from './mail-server.ts'
import type { Site } from './site.ts'
import { until } from './waiting.ts'

export const mailOutage: Fault = {
  figure: 'F10',
  name: 'a mail server that is away, then one that never answers',
  bar: 'registration and reset answer within 1 s, every mail waits and is delivered in the end, the hub still stops in time',
  // In short the tests of mail delivery tell the same; here a process stops while its mail hangs.
  rounds: { short: 0, long: 20 },
  async bringAbout(ground, rounds) {
    const mails = await openMailServer()
    const site = await ground.site({ SMTP_URL: `smtp://127.0.0.1:${mails.port}` })
    await site.start()
    // The first hash of a process loads its library.
    await register(site.address(), 'early')
    await until(() => mails.recipients().length > 0, 30_000, 'The first mail was not delivered')

    const people: string[] = ['early']
    let slowest = 0
    let refused = 0
    for (const how of ['away', 'silent'] as const) {
      if (how === 'away') await mails.leave()
      else {
        await mails.comeBack()
        mails.behave('silent')
      }
      for (let round = 0; round < rounds; round++) {
        const username = `${how}${round}`
        people.push(username)
        const measured = await time(() => register(site.address(), username))
        const reset = { email: `${username}@faults.example` }
        const asked = await time(() => ask(site.address(), null, 'POST', '/api/auth/reset-password', reset))
        if (asked.result?.status !== 200) refused += 1
        slowest = Math.max(slowest, measured.milliseconds, asked.milliseconds)
      }
    }
    await demand(site.address(), null, 'GET', '/api/health')
    const stopping = await time(() => site.hub().end('SIGTERM'))
    mails.behave('well')
    await site.start()
    await hurryMails(site)
    const missing = () => people.filter((name) => !mails.recipients().includes(`${name}@faults.example`))
    const delivered = await until(
      async () => {
        if (missing().length > 0) await hurryMails(site)
        return missing().length === 0
      },
      60_000,
      'Not every mail was delivered',
    ).catch(() => undefined)
    if (delivered === undefined) {
      ground.say(`no mail to ${missing().join(', ')}`)
      const waiting = `select j.*, q.locked_at as queue_locked_at from graphile_worker.jobs j
        left join graphile_worker._private_job_queues q on q.queue_name = j.queue_name`
      for (const job of await query(site, waiting)) ground.say(JSON.stringify(job))
    }
    await mails.leave()
    return {
      'registrations and resets': total(4 * rounds, ''),
      'slowest answer': worst(slowest, 'ms', { atMost: 1_000 }),
      'resets refused': total(refused, '', { atMost: 0 }),
      'people without their mail': total(missing().length, '', { atMost: 0 }),
      'stop while a mail hangs': worst(stopping.milliseconds, 'ms', { atMost: 6_000 }),
      'exits with another code than 0': total(stopping.result.code === 0 ? 0 : 1, '', { atMost: 0 }),
    }
  },
}

/** The next try comes at once instead of after its wait, which grows to hours. */
async function hurryMails(site: Site): Promise<void> {
  await query(site, `select graphile_worker.reschedule_jobs(array_agg(id), now()) from graphile_worker.jobs`)
}

async function time<T>(work: () => Promise<T>): Promise<{ result: T; milliseconds: number }> {
  const startedAt = performance.now()
  const result = await work()
  return { result, milliseconds: performance.now() - startedAt }
}
