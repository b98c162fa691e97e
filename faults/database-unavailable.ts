import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { isReady, requireSuccess } from '#test-support/http-client.ts'
import { registerUploader, registerUser, signIn } from '#test-support/users.ts'
import { openDistantDatabase } from './distant-database.ts'
import { total, worst, type Fault } from './fault.ts'
import {
  keepOn,
  newWatch,
  otherThan,
  percentile,
  slowestOf,
  watched,
  metric,
  metricsToken,
} from './measuring.ts'
import { submission } from './submission.ts'
import { until } from './waiting.ts'

export const databaseStopped: Fault = {
  figure: 'F5',
  name: 'the database is stopped for a minute, then unresponsive for 15 s',
  bar: '503 in the error format of the contract within 2 s; cached pages, files and links work; recovery within 5 s',
  iterations: { short: 0, long: 1 },
  async run(env, iterations) {
    const distant = await openDistantDatabase()
    try {
      const site = await env.site({ DATABASE_URL: distant.url })
      await site.start()
      const url = site.url()
      const uploader = await registerUploader(site.url(), await signIn(url, site.owner), 'uploader')
      const { form } = await submission('The one that stays')
      const { body: script } = await requireSuccess(url, uploader, 'POST', '/api/scripts', form)
      const { body: link } = await requireSuccess(url, uploader, 'GET', `/api/scripts/${script.id}/download`)
      const [rejected, silent, served] = [newWatch(), newWatch(), newWatch()]
      let unformed = 0
      let back = 0
      for (let round = 0; round < iterations; round++) {
        for (const path of ['/api/categories', '/scripts']) await requireSuccess(url, null, 'GET', path)
        distant.proxy.cut()
        const overAt = performance.now() + 60_000
        const isOver = () => performance.now() > overAt
        await keepOn(isOver, 250, async () => {
          const responses = [
            await watched(
              rejected,
              url,
              null,
              'GET',
              `/api/scripts/search?q=number ${rejected.times.length}`,
            ),
            await watched(rejected, url, uploader, 'POST', `/api/scripts/${script.id}/like`),
            await watched(rejected, url, null, 'GET', '/api/health'),
          ]
          unformed += responses.filter((response) => response?.body.code !== 'unavailable').length
          for (const path of ['/api/categories', '/scripts', '/robots.txt', link.downloadUrl])
            await watched(served, url, null, 'GET', path)
        })
        distant.proxy.restore()
        back = Math.max(back, await until(() => isReady(url), 60_000, 'The app was not ready again'))
        await requireSuccess(url, uploader, 'POST', `/api/scripts/${script.id}/like`)
        distant.proxy.blackhole()
        const silentUntil = performance.now() + 15_000
        const callers = Array.from({ length: 10 }, (_, at) =>
          keepOn(
            () => performance.now() > silentUntil,
            100,
            () => watched(silent, url, at % 2 ? uploader : null, 'GET', `/api/scripts/${9_000 + at}`),
          ),
        )
        await Promise.all(callers)
        distant.proxy.restore()
        back = Math.max(back, await until(() => isReady(url), 60_000, 'The app was not ready again'))
      }
      const countMails = () => readdirSync(join(site.dataDir, 'outbox')).length
      const before = countMails()
      await registerUser(url, 'newcomer')
      const mailAfter = await until(() => countMails() > before, 60_000, 'No job was run')
      return {
        outages: total(iterations, ''),
        'rejected calls': total(rejected.times.length, '', { atLeast: 100 }),
        'slowest rejection': worst(slowestOf(rejected.times), 'ms', { atMost: 2_000 }),
        'calls not rejected with 503': total(otherThan(rejected, 503), '', { atMost: 0 }),
        'rejections with an unresponsive database': total(silent.times.length, '', { atLeast: 100 }),
        'slowest rejection with an unresponsive database': worst(slowestOf(silent.times), 'ms', {
          atMost: 2_500,
        }),
        'median of them': worst(percentile(silent.times, 0.5), 'ms', { atMost: 100 }),
        'calls with an unresponsive database not rejected with 503': total(otherThan(silent, 503), '', {
          atMost: 0,
        }),
        'rejections in another format': total(unformed, '', { atMost: 0 }),
        'cached pages, files and links that failed': total(otherThan(served, 200), '', { atMost: 0 }),
        'ready again': worst(back, 'ms', { atMost: 5_000 }),
        'an email by a job afterwards': worst(mailAfter, 'ms', { atMost: 15_000 }),
      }
    } finally {
      await distant.remove()
    }
  },
}

export const databaseSlow: Fault = {
  figure: 'F6',
  name: 'each message to and from the database takes 2 s longer',
  bar: '503 after about 2 s; at most 200 calls in flight; recovery afterwards',
  iterations: { short: 0, long: 1 },
  async run(env, iterations) {
    const distant = await openDistantDatabase()
    try {
      const site = await env.site({ DATABASE_URL: distant.url, METRICS_TOKEN: metricsToken })
      await site.start()
      const url = site.url()
      const member = await registerUser(url, 'member')
      const slow = newWatch()
      let most = 0
      let back = 0
      for (let round = 0; round < iterations; round++) {
        distant.proxy.delay(2_000)
        const overAt = performance.now() + 20_000
        const isOver = () => performance.now() > overAt
        const callers = Array.from({ length: 400 }, (_, at) =>
          keepOn(isOver, 50, () =>
            watched(slow, url, at % 2 ? member : null, 'GET', `/api/scripts/${1000 + at}`),
          ),
        )
        const looking = keepOn(isOver, 500, async () => {
          most = Math.max(most, (await metric(site, 'scripthaven_calls_in_flight')) || 0)
        })
        await Promise.all([...callers, looking])
        distant.proxy.restore()
        back = Math.max(back, await until(() => isReady(url), 60_000, 'The app was not ready again'))
        const again = Array.from({ length: 50 }, () => requireSuccess(url, member, 'GET', '/api/users/me'))
        await Promise.all(again)
      }
      return {
        calls: total(slow.times.length, '', { atLeast: 400 }),
        'responses other than 503': total(otherThan(slow, 503), '', { atMost: 0 }),
        'p99 of a rejection': worst(percentile(slow.times, 0.99), 'ms', { atMost: 5_000 }),
        'calls in flight': worst(most, '', { atLeast: 1, atMost: 200 }),
        'ready again': worst(back, 'ms', { atMost: 5_000 }),
      }
    } finally {
      await distant.remove()
    }
  },
}
