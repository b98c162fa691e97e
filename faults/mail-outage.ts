import { query } from './database.ts'
import { requireSuccess, tryRequest } from '#test-support/http-client.ts'
import { registerUser } from '#test-support/users.ts'
import { total, worst, type Fault } from './fault.ts'
import { openMailServer } from './mail-server.ts'
import type { Site } from './site.ts'
import { until } from './waiting.ts'

export const mailOutage: Fault = {
  figure: 'F10',
  name: 'an unavailable mail server, then one that never responds',
  bar: 'registration and reset respond within 1 s, every email is queued and delivered, the app still stops in time',
  // Short runs are covered by the tests of mail delivery; this run stops a process while an email is pending.
  iterations: { short: 0, long: 20 },
  async run(env, iterations) {
    const mails = await openMailServer()
    const site = await env.site({ SMTP_URL: `smtp://127.0.0.1:${mails.port}` })
    await site.start()
    // The first password hash of a process is slow, because it loads a library.
    await registerUser(site.url(), 'early')
    await until(() => mails.recipients().length > 0, 30_000, 'The first mail was not delivered')

    const accounts: string[] = ['early']
    let slowest = 0
    let rejected = 0
    for (const mode of ['stopped', 'silent'] as const) {
      if (mode === 'stopped') await mails.stop()
      else {
        await mails.start()
        mails.setMode('silent')
      }
      for (let round = 0; round < iterations; round++) {
        const username = `${mode}${round}`
        accounts.push(username)
        const measured = await time(() => registerUser(site.url(), username))
        const reset = { email: `${username}@example.com` }
        const requested = await time(() =>
          tryRequest(site.url(), null, 'POST', '/api/auth/reset-password', reset),
        )
        if (requested.result?.status !== 200) rejected += 1
        slowest = Math.max(slowest, measured.milliseconds, requested.milliseconds)
      }
    }
    await requireSuccess(site.url(), null, 'GET', '/api/health')
    const stopping = await time(() => site.app().stop('SIGTERM'))
    mails.setMode('normal')
    await site.start()
    await retryMailsNow(site)
    const missing = () => accounts.filter((name) => !mails.recipients().includes(`${name}@example.com`))
    const delivered = await until(
      async () => {
        if (missing().length > 0) await retryMailsNow(site)
        return missing().length === 0
      },
      60_000,
      'Not every mail was delivered',
    ).catch(() => undefined)
    if (delivered === undefined) {
      env.log(`no mail to ${missing().join(', ')}`)
      const waiting = `select j.*, q.locked_at as queue_locked_at from graphile_worker.jobs j
        left join graphile_worker._private_job_queues q on q.queue_name = j.queue_name`
      for (const job of await query(site, waiting)) env.log(JSON.stringify(job))
    }
    await mails.stop()
    return {
      'registrations and resets': total(4 * iterations, ''),
      'slowest response': worst(slowest, 'ms', { atMost: 1_000 }),
      'resets rejected': total(rejected, '', { atMost: 0 }),
      'users without their email': total(missing().length, '', { atMost: 0 }),
      'stop while an email is pending': worst(stopping.milliseconds, 'ms', { atMost: 6_000 }),
      'exit codes other than 0': total(stopping.result.code === 0 ? 0 : 1, '', { atMost: 0 }),
    }
  },
}

/** Retries queued mails at once: the retry delay grows to hours. */
async function retryMailsNow(site: Site): Promise<void> {
  await query(site, `select graphile_worker.reschedule_jobs(array_agg(id), now()) from graphile_worker.jobs`)
}

async function time<T>(work: () => Promise<T>): Promise<{ result: T; milliseconds: number }> {
  const startedAt = performance.now()
  const result = await work()
  return { result, milliseconds: performance.now() - startedAt }
}
