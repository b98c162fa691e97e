import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()
const author = await app.createUser('scripts.upload')
const id = await insertTestScript(app, { author })
await app.db.execute(
  sql`update scripts set created_at = '2024-03-05T12:00:00Z', updated_at = '2025-06-07T12:00:00Z' where id = ${id}`,
)

test.each([
  ['', 'Added 5 Mar 2024'],
  ['?sort=newest', 'Added 5 Mar 2024'],
  ['?sort=updated', 'Updated 7 Jun 2025'],
  ['?sort=views', 'Updated 7 Jun 2025'],
])(
  'the cards of /scripts%s show the date that the list is sorted by, or the last one: %s',
  async (query, date) => {
    const { body } = await app.request(null, 'GET', `/scripts${query}`)

    const time = /<time[^>]*>(.*?)<\/time>/.exec(String(body))?.[1]
    expect(time?.replaceAll('<!-- -->', '')).toBe(date)
  },
)
