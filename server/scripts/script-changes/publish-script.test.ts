import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { scriptForm } from '#test-support/script-forms.ts'
import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp({ config: { pinnedSettings: { reviewMode: 'all' } } })

test('a script that waits for review is published by a moderator', async () => {
  const newcomer = await app.createUser('scripts.upload')
  const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')
  const { body } = await app.request(newcomer, 'POST', '/api/scripts', await scriptForm())
  const path = `/api/scripts/${body.id}`
  const waiting = async () => (await app.request(moderator, 'GET', '/api/scripts/waiting')).body
  const countAll = async () => (await app.request(null, 'GET', '/api/stats')).body.totalScripts

  expect(body).toMatchObject({ isInReview: true })
  expect((await app.request(newcomer, 'POST', `${path}/publish`)).status).toBe(403)
  expect((await app.request(moderator, 'POST', '/api/scripts/999999/publish')).status).toBe(404)
  expect((await app.request(null, 'GET', path)).status).toBe(404)
  expect(await waiting()).toMatchObject({ scripts: [{ id: body.id }], pagination: { total: 1 } })
  expect(await countAll()).toBe(0)

  const published = await app.request(moderator, 'POST', `${path}/publish`)
  const again = await app.request(moderator, 'POST', `${path}/publish`)

  expect([published.status, again.status]).toEqual([200, 200])
  expect(published.body).not.toHaveProperty('isInReview')
  expect((await app.request(null, 'GET', path)).status).toBe(200)
  const { body: list } = await app.request(null, 'GET', '/api/scripts')
  expect(list).toMatchObject({ scripts: [{ id: body.id }], pagination: { total: 1 } })
  expect(await countAll()).toBe(1)
  expect((await waiting()).scripts).toEqual([])
  const { rows } = await app.db.execute(sql`
    select user_id, target_id, status from activities where action = 'Script Published'`)
  expect(rows).toEqual([{ user_id: moderator.id, target_id: body.id, status: 'success' }])
})
