import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { after, day, second } from '#platform/clock.ts'
import { startTestApp } from '#test-support/test-app.ts'

import { purgeBulkActs } from './undo-bulk-act.ts'

let time = new Date('2026-06-15T12:00:00Z')
const app = await startTestApp({ clock: { now: () => time } })

const countActs = async () => (await app.db.execute(sql`select id from bulk_acts`)).rows.length

test('acts are removed after 7 days, when they can no longer be undone, and the bans stay', async () => {
  const [owner, user] = [await app.createOwner(), await app.createUser()]
  const body = { ids: [user.id], reason: 'Spam', is_permanent: true }
  await app.request(owner, 'POST', '/api/users/admin/bans/bulk', body)

  time = after(time, 7 * day)
  await purgeBulkActs(app.app)
  expect(await countActs()).toBe(1)
  time = after(time, second)
  await purgeBulkActs(app.app)

  expect(await countActs()).toBe(0)
  expect((await app.request(user, 'GET', '/api/users/me')).body.is_banned).toBe(true)
})
