import { Client } from 'pg'

import { registerUser } from '#test-support/users.ts'
import { openDistantDatabase } from './distant-database.ts'
import { total, type Fault } from './fault.ts'
import { newWatch, watched } from './measuring.ts'

const tries = 15

export const limitsUnavailable: Fault = {
  figure: 'F14',
  name: 'the table of the rate limits is missing',
  bar: 'wrong passwords are still limited, by each node in memory',
  iterations: { short: 0, long: 3 },
  async run(env, iterations) {
    const distant = await openDistantDatabase()
    try {
      const site = await env.site({ DATABASE_URL: distant.url, RATE_LIMITS: 'on' })
      await site.start()
      const client = new Client({ connectionString: distant.directUrl })
      await client.connect()
      await client.query('drop table limits')
      await client.end()
      let guessed = 0
      let broken = 0
      for (let round = 0; round < iterations; round++) {
        const { email } = await registerUser(site.url(), `member-${round}`)
        const guesses = newWatch()
        for (let at = 0; at < tries; at++)
          await watched(guesses, site.url(), null, 'POST', '/api/auth/login', {
            email,
            password: 'wrong one',
          })
        guessed = Math.max(guessed, guesses.statuses.get(401) ?? 0)
        broken += tries - (guesses.statuses.get(401) ?? 0) - (guesses.statuses.get(429) ?? 0)
      }
      return {
        accounts: total(iterations, ''),
        'guesses before the limit': total(guessed, '', { atMost: 10 }),
        'responses other than 401 and 429': total(broken, '', { atMost: 0 }),
      }
    } finally {
      await distant.remove()
    }
  },
}
