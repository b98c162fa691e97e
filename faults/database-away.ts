import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { demand, isReady, register, registerUploader, signIn } from './client.ts'
import { openDistantDatabase } from './distant-database.ts'
import { total, worst, type Fault } from './fault.ts'
import { keepOn, newWatch, otherThan, percentile, slowestOf, watched } from './measuring.ts'
import { metric, metricsToken } from './measuring.ts'
import { submission } from './submission.ts'
import { until } from './waiting.ts'

export const databaseStopped: Fault = {
  figure: 'F5',
  name: 'the database is stopped for a minute, then silent for 15 s',
  bar: '503 in the form of the contract within 2 s; stored pages, files and links go on; back within 5 s by itself',
  rounds: { short: 0, long: 1 },
  async bringAbout(ground, rounds) {
    const distant = await openDistantDatabase()
    try {
      const site = await ground.site({ DATABASE_URL: distant.url })
      await site.start()
      const address = site.address()
      const uploader = await registerUploader(site, await signIn(address, site.owner), 'uploader')
      const { form } = await submission('The one that stays')
      const { body: script } = await demand(address, uploader, 'POST', '/api/scripts', form)
      const { body: link } = await demand(address, uploader, 'GET', `/api/scripts/${script.id}/download`)
      const [refused, silent, served] = [newWatch(), newWatch(), newWatch()]
      let unformed = 0
      let back = 0
      for (let round = 0; round < rounds; round++) {
        for (const path of ['/api/categories', '/scripts']) await demand(address, null, 'GET', path)
        distant.line.cut()
        const overAt = performance.now() + 60_000
        const isOver = () => performance.now() > overAt
        await keepOn(isOver, 250, async () => {
          const answers = [
            await watched(
              refused,
              address,
              null,
              'GET',
              `/api/scripts/search?q=number ${refused.times.length}`,
            ),
            await watched(refused, address, uploader, 'POST', `/api/scripts/${script.id}/like`),
            await watched(refused, address, null, 'GET', '/api/health'),
          ]
          unformed += answers.filter((answer) => answer?.body.code !== 'unavailable').length
          for (const path of ['/api/categories', '/scripts', '/robots.txt', link.downloadUrl])
            await watched(served, address, null, 'GET', path)
        })
        distant.line.mend()
        back = Math.max(back, await until(() => isReady(address), 60_000, 'The hub was not ready again'))
        await demand(address, uploader, 'POST', `/api/scripts/${script.id}/like`)
        distant.line.silence()
        const heardAt = performance.now() + 15_000
        const asking = Array.from({ length: 10 }, (_, at) =>
          keepOn(
            () => performance.now() > heardAt,
            100,
            () => watched(silent, address, at % 2 ? uploader : null, 'GET', `/api/scripts/${9_000 + at}`),
          ),
        )
        await Promise.all(asking)
        distant.line.mend()
        back = Math.max(back, await until(() => isReady(address), 60_000, 'The hub was not ready again'))
      }
      const letters = () => readdirSync(join(site.dataDir, 'outbox')).length
      const before = letters()
      await register(address, 'newcomer')
      const letterAfter = await until(() => letters() > before, 60_000, 'No job was done any more')
      return {
        outages: total(rounds, ''),
        'refused calls': total(refused.times.length, '', { atLeast: 100 }),
        'slowest refusal': worst(slowestOf(refused.times), 'ms', { atMost: 2_000 }),
        'calls not refused with 503': total(otherThan(refused, 503), '', { atMost: 0 }),
        'refusals of a silent database': total(silent.times.length, '', { atLeast: 100 }),
        'slowest refusal of a silent database': worst(slowestOf(silent.times), 'ms', { atMost: 2_500 }),
        'median of them': worst(percentile(silent.times, 0.5), 'ms', { atMost: 100 }),
        'calls of a silent database not refused with 503': total(otherThan(silent, 503), '', { atMost: 0 }),
        'refusals in another form': total(unformed, '', { atMost: 0 }),
        'stored pages, files and links that failed': total(otherThan(served, 200), '', { atMost: 0 }),
        'ready again': worst(back, 'ms', { atMost: 5_000 }),
        'a mail by a job afterwards': worst(letterAfter, 'ms', { atMost: 15_000 }),
      }
    } finally {
      await distant.remove()
    }
  },
}

export const databaseSlow: Fault = {
  figure: 'F6',
  name: 'everything to and from the database takes 2 s longer',
  bar: '503 after 2 s and a little; at most 200 calls at work; as before once it is over',
  rounds: { short: 0, long: 1 },
  async bringAbout(ground, rounds) {
    const distant = await openDistantDatabase()
    try {
      const site = await ground.site({ DATABASE_URL: distant.url, METRICS_TOKEN: metricsToken })
      await site.start()
      const address = site.address()
      const member = await register(address, 'member')
      const slow = newWatch()
      let most = 0
      let back = 0
      for (let round = 0; round < rounds; round++) {
        distant.line.delay(2_000)
        const overAt = performance.now() + 20_000
        const isOver = () => performance.now() > overAt
        const callers = Array.from({ length: 400 }, (_, at) =>
          keepOn(isOver, 50, () =>
            watched(slow, address, at % 2 ? member : null, 'GET', `/api/scripts/${1000 + at}`),
          ),
        )
        const looking = keepOn(isOver, 500, async () => {
          most = Math.max(most, (await metric(site, 'scripthaven_calls_in_flight')) || 0)
        })
        await Promise.all([...callers, looking])
        distant.line.mend()
        back = Math.max(back, await until(() => isReady(address), 60_000, 'The hub was not ready again'))
        const again = Array.from({ length: 50 }, () => demand(address, member, 'GET', '/api/users/me'))
        await Promise.all(again)
      }
      return {
        calls: total(slow.times.length, '', { atLeast: 400 }),
        'answered otherwise than 503': total(otherThan(slow, 503), '', { atMost: 0 }),
        'p99 of a refusal': worst(percentile(slow.times, 0.99), 'ms', { atMost: 5_000 }),
        'calls at work': worst(most, '', { atLeast: 1, atMost: 200 }),
        'ready again': worst(back, 'ms', { atMost: 5_000 }),
      }
    } finally {
      await distant.remove()
    }
  },
}
