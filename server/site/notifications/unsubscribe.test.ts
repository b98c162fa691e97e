import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { startTestApp, type TestUser } from '#test-support/test-app.ts'

import { unsubscribeUrl } from './settings.ts'

const app = await startTestApp()
const { db } = app

type Scope = Parameters<typeof unsubscribeUrl>[2]

const pathOf = (user: TestUser, scope: Scope) =>
  new URL(unsubscribeUrl(app.app, user.id, scope)).pathname.replace('/unsubscribe/email', '')
const read = (path: string) => app.request(null, 'GET', `/api/unsubscribe${path}`)
const post = (path: string, body?: string) =>
  fetch(`${app.url}/unsubscribe/email${path}`, {
    method: 'POST',
    redirect: 'manual',
    ...(body !== undefined && {
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  })
const settingsOf = async (user: TestUser) =>
  (await app.request(user, 'GET', '/api/notifications/settings')).body
const rows = async () => (await db.execute(sql`select * from notification_settings order by user_id`)).rows

test('a link that is not signed for its user and topic ends no emails', async () => {
  const [user, other] = [await app.createUser(), await app.createUser()]
  const path = pathOf(user, 'followed')
  const before = await rows()

  for (const changed of [
    path.replace(`/${user.id}/`, `/${other.id}/`),
    path.replace('/followed/', '/security/'),
    path.replace('/followed/', '/everything/'),
    path.slice(0, -1),
    `${path}A`,
    path.replace(`/${user.id}/`, `/0${user.id}/`),
    path.replace(`/${user.id}/`, '/9999999999/'),
    path.replace(`/${user.id}/`, '/x/'),
  ]) {
    expect(await read(changed)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await post(changed, 'List-Unsubscribe=One-Click')).status).toBe(404)
    expect((await post(changed, 'page=1')).headers.get('location')).toBe(`/unsubscribe/email${changed}`)
  }

  expect(await rows()).toEqual(before)
})

test('the link of an account that was deleted ends nothing', async () => {
  const user = await app.createUser()
  const path = pathOf(user, 'followed')
  await db.execute(sql`
    insert into account_deletions (user_id, requested_at, due_at, started_at) values (${user.id}, now(), now(), now())`)

  expect((await read(path)).status).toBe(404)
  expect((await post(path)).status).toBe(404)
  expect((await db.execute(sql`select from notification_settings where user_id = ${user.id}`)).rows).toEqual(
    [],
  )
})

test('to open a link changes nothing, one click turns off its topic, and a repeated click changes nothing more', async () => {
  const user = await app.createUser()
  const path = pathOf(user, 'cases')
  const settings = await settingsOf(user)

  const subscribed = { scope: 'cases', username: user.username, isSubscribed: true }
  expect(await read(path)).toMatchObject({ status: 200, body: subscribed })
  expect((await read(path)).body).toEqual(subscribed)
  expect(await settingsOf(user)).toEqual(settings)

  expect((await post(path, 'List-Unsubscribe=One-Click')).status).toBe(204)
  expect((await post(path, 'List-Unsubscribe=One-Click')).status).toBe(204)
  expect((await read(path)).body).toEqual({ ...subscribed, isSubscribed: false })
  const cases = { bell: true, email: 'off' }
  expect(await settingsOf(user)).toEqual({ ...settings, topics: { ...settings.topics, cases } })
})

test('the form of the page unsubscribes and shows the page again', async () => {
  const user = await app.createUser()
  const path = pathOf(user, 'digest')
  expect((await read(path)).body).toMatchObject({ scope: 'digest', isSubscribed: true })

  const response = await post(path, 'page=1')

  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe(`/unsubscribe/email${path}`)
  expect((await read(path)).body).toMatchObject({ isSubscribed: false })
  expect((await settingsOf(user)).topics).toMatchObject({
    followed: { email: 'off' },
    security: { email: 'at-once' },
  })
})
