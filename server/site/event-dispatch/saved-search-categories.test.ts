import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { after, minute } from '#platform/clock.ts'
import { dispatchAll, emit } from '#test-support/events.ts'
import { insertTestScript, insertTestVersion } from '#test-support/scripts.ts'
import { startTestApp } from '#test-support/test-app.ts'

let time = new Date('2026-06-15T12:00:00Z')
const app = await startTestApp({ clock: { now: () => time } })

test('a saved search stays with its category after a rename and a move, until another category has the name', async () => {
  const manager = await app.createUser(
    'admin.system.access',
    'admin.categories.view',
    'admin.categories.manage',
  )
  const create = async (name: string) => {
    const draft = { name, description: 'What it has.', icon: 'Flame', color: '#ff0000' }
    const { status, body } = await app.request(manager, 'POST', '/api/categories', draft)
    expect(status).toBe(201)
    return Number(body.id)
  }
  const [old, heir] = [await create('Old cars'), await create('All cars')]
  const author = await app.createUser()
  const scriptId = await insertTestScript(app, { author, name: 'Garage' })
  const attributes = ['framework:esx', 'game:gta5', 'report:none']
  await app.db.execute(sql`
    update scripts set category_id = ${old}, attributes = ${sql.param(attributes)}::text[] where id = ${scriptId}`)
  const user = await app.createUser()
  await app.request(user, 'POST', '/api/saved-searches', { name: 'Mine', category: 'Old cars' })
  const savedCategory = async () =>
    (await app.request(user, 'GET', '/api/saved-searches')).body.searches[0].category
  const newsAfter = async (number: string) => {
    const count = async () => (await app.request(user, 'GET', '/api/notifications')).body.notifications.length
    const before = await count()
    time = after(time, 60 * minute)
    const versionId = await insertTestVersion(app, scriptId, number)
    await app.db.execute(sql`
      update script_versions set published_at = ${time.toISOString()} where id = ${versionId}`)
    const data = { script: 'Garage', number, author: author.username }
    await emit(app, { kind: 'version-published', actorId: author.id, scriptId, versionId, data })
    await dispatchAll(app)
    return (await count()) - before
  }

  expect((await app.request(manager, 'PUT', `/api/categories/${old}`, { name: 'Cars of old' })).status).toBe(
    200,
  )
  expect(await newsAfter('1.1.0')).toBe(1)
  expect(await savedCategory()).toBe('Cars of old')

  expect(
    (await app.request(manager, 'POST', `/api/categories/${old}/move-scripts`, { to: heir })).status,
  ).toBe(200)
  expect((await app.request(manager, 'DELETE', `/api/categories/${old}?movedTo=${heir}`)).status).toBe(204)
  expect(await newsAfter('1.2.0')).toBe(1)
  expect(await savedCategory()).toBe('All cars')

  await create('Old cars')
  expect(await newsAfter('1.3.0')).toBe(0)
  expect(await savedCategory()).toBe('Old cars')
})
