import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { day } from '#platform/clock.ts'
import { dispatchAll } from '#test-support/events.ts'
import { insertTestScript, insertTestVersion } from '#test-support/scripts.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

let now = new Date()
const app = await startTestApp({ clock: { now: () => now } })
const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')

const listOf = async (query: string) =>
  (await app.request(moderator, 'GET', `/api/moderation/texts${query}`)).body
const act = (user: TestUser, body: Record<string, unknown>) =>
  app.request(user, 'POST', '/api/moderation/texts/bulk', body)
const worksOf = async (script: number) =>
  (await app.request(null, 'GET', `/api/scripts/${script}/works-reports`)).body
const profileOf = async ({ username }: TestUser) =>
  (await app.request(null, 'GET', `/api/users/profile/${username}`)).body
const writeProfile = (user: TestUser | null, body: Record<string, unknown>) =>
  app.request(user, 'PUT', '/api/account/profile-text', body)
const notificationsOf = async (user: TestUser) => {
  await dispatchAll(app)
  const { body } = await app.request(user, 'GET', '/api/notifications')
  return body.notifications.map(({ text }: { text: string }) => text)
}

async function createReport() {
  const author = await app.createUser()
  const script = await insertTestScript(app, { author, name: 'Garage' })
  const version = await insertTestVersion(app, script)
  const member = await app.createUser('scripts.download')
  await app.request(member, 'GET', `/api/versions/${version}/download`)
  now = new Date(now.getTime() + 1.1 * day)
  const path = `/api/versions/${version}/works-report`
  const { body } = await app.request(member, 'PUT', path, { outcome: 'fails', text: 'Buy at example.com' })
  return { script, version, member, id: Number(body.id), path }
}

describe('a works report', () => {
  test('is hidden with a reason for its writer, does not count, and is restored', async () => {
    const { script, member, id, path } = await createReport()
    const texts = [{ kind: 'works-report', id }]
    expect((await listOf(`?author=${member.username}`)).texts).toMatchObject([
      { kind: 'works-report', id, text: 'Buy at example.com', script: { name: 'Garage' }, hidden: null },
    ])

    expect((await act(moderator, { action: 'hide', texts, reason: 'Advertising.' })).body).toEqual({
      results: [{ kind: 'works-report', id, error: null }],
    })

    expect(await worksOf(script)).toMatchObject({ counts: { fails: 0 }, table: [], reports: [] })
    expect((await app.request(member, 'GET', path)).body).toMatchObject({
      report: { text: 'Buy at example.com' },
      removal: 'Advertising.',
      blockedBy: 'A moderator hid your report on this version',
    })
    expect((await app.request(member, 'PUT', path, { outcome: 'works' })).status).toBe(409)
    expect((await app.request(member, 'DELETE', path)).status).toBe(409)
    expect((await listOf('?state=hidden')).texts).toMatchObject([
      { id, hidden: { reason: 'Advertising.', by: moderator.username } },
    ])
    expect(await notificationsOf(member)).toEqual([
      'A moderator hid your report on Garage. Reason: Advertising.',
    ])

    expect((await act(moderator, { action: 'restore', texts })).body.results[0].error).toBeNull()

    expect(await worksOf(script)).toMatchObject({ counts: { fails: 1 }, reports: [{ id }] })
    expect((await act(moderator, { action: 'restore', texts })).body.results[0].error).toBe(
      'The text is not hidden',
    )
  })

  test('of a moderator is moderated by another one, and what fails does not stop the others', async () => {
    const { id } = await createReport()
    await writeProfile(moderator, { text: 'I moderate.', links: [] })
    const texts = [
      { kind: 'profile', id: moderator.id },
      { kind: 'works-report', id: 999_999 },
      { kind: 'works-report', id },
    ]

    const { body } = await act(moderator, { action: 'hide', texts, reason: 'Spam.' })

    expect(body.results.map(({ error }: { error: string | null }) => error)).toEqual([
      'You cannot moderate your own text',
      'The text does not exist any more',
      null,
    ])
  })

  test.each([
    { action: 'hide', texts: [], reason: 'Spam.' },
    { action: 'hide', texts: [{ kind: 'works-report', id: 1 }] },
    { action: 'hide', texts: [{ kind: 'comment', id: 1 }], reason: 'Spam.' },
    {
      action: 'hide',
      texts: Array.from({ length: 101 }, () => ({ kind: 'profile', id: 1 })),
      reason: 'Spam.',
    },
    { action: 'delete', texts: [{ kind: 'works-report', id: 1 }] },
  ])('is not hidden by a request that is not valid: %o', async (body) => {
    expect((await act(moderator, body)).status).toBe(400)
  })
})

describe('the text of a profile', () => {
  test.each([
    [{ text: 'x'.repeat(2001), links: [] }, 'text'],
    [{ text: '', links: [{ label: 'Site', url: 'javascript:alert(1)' }] }, 'links'],
    [{ text: '', links: [{ label: '', url: 'https://example.com' }] }, 'links'],
    [
      { text: '', links: Array.from({ length: 6 }, () => ({ label: 'a', url: 'https://a.example' })) },
      'links',
    ],
  ])('is rejected: %o', async (body, field) => {
    const user = await app.createUser()

    const response = await writeProfile(user, body)

    expect(response).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } })
    expect((await profileOf(user)).formattedText).toEqual([])
  })

  test('has Markdown and links, and a hidden one cannot be changed', async () => {
    const user = await app.createUser()
    await app.db.execute(sql`update users set created_at = now() - interval '1 year' where id = ${user.id}`)
    const links = [{ label: 'Site', url: 'https://example.com/' }]
    expect((await writeProfile(null, { text: '', links })).status).toBe(401)

    expect((await writeProfile(user, { text: 'I write **garages**.', links })).status).toBe(200)

    expect(await profileOf(user)).toMatchObject({
      formattedText: [{ tag: 'p', children: ['I write ', { tag: 'strong', children: ['garages'] }, '.'] }],
      links,
    })
    expect((await listOf(`?kind=profile&author=${user.username}`)).texts[0]).toMatchObject({
      id: user.id,
      text: 'I write **garages**.',
      links: ['Site: https://example.com/'],
      script: null,
    })

    const texts = [{ kind: 'profile', id: user.id }]
    await act(moderator, { action: 'hide', texts, reason: 'Personal data.' })

    expect(await profileOf(user)).toMatchObject({ formattedText: [], links: [] })
    expect((await writeProfile(user, { text: 'Again.', links: [] })).status).toBe(409)
    expect((await app.request(user, 'GET', '/api/account/profile-text')).body).toEqual({
      text: 'I write **garages**.',
      links,
      removal: 'Personal data.',
    })
    expect(await notificationsOf(user)).toEqual([
      'A moderator hid the text of your profile. Reason: Personal data.',
    ])
  })
})

describe('a public collection', () => {
  test('is hidden with a reason for its owner, who can neither change nor delete it, and is restored', async () => {
    const owner = await app.createUser()
    const draft = { title: 'Buy here', text: 'At example.com', visibility: 'public' }
    const { id } = (await app.request(owner, 'POST', '/api/collections', draft)).body
    const path = `/api/collections/${id}`
    const texts = [{ kind: 'collection', id }]
    const script = await insertTestScript(app, { author: moderator })
    const entries = [{ scriptId: script, note: 'Cheap.' }]
    expect((await app.request(owner, 'PUT', `${path}/entries`, { entries })).status).toBe(200)
    expect((await listOf(`?kind=collection&author=${owner.username}`)).texts).toMatchObject([
      { kind: 'collection', id, text: 'Buy here\n\nAt example.com\n\nCheap.', hidden: null },
    ])
    expect((await app.request(null, 'GET', path)).status).toBe(200)

    await act(moderator, { action: 'hide', texts, reason: 'Advertising.' })

    expect((await app.request(null, 'GET', path)).status).toBe(404)
    expect((await app.request(null, 'GET', '/api/collections')).body.collections).toEqual([])
    expect((await app.request(owner, 'GET', path)).body).toMatchObject({ removal: 'Advertising.' })
    expect((await app.request(moderator, 'GET', path)).status).toBe(200)
    for (const [method, url, body] of [
      ['PUT', path, draft],
      ['DELETE', path, undefined],
      ['PUT', `${path}/entries`, { entries: [] }],
      ['PUT', `${path}/scripts/${script}`, {}],
      ['DELETE', `${path}/scripts/${script}`, undefined],
    ] as const)
      expect((await app.request(owner, method, url, body)).status).toBe(409)
    expect((await listOf('?kind=collection&state=hidden')).texts).toMatchObject([
      { id, hidden: { reason: 'Advertising.', by: moderator.username } },
    ])
    expect(await notificationsOf(owner)).toEqual([
      'A moderator hid your collection Buy here. Reason: Advertising.',
    ])

    expect((await act(moderator, { action: 'restore', texts })).body.results[0].error).toBeNull()

    expect((await app.request(null, 'GET', path)).body).toMatchObject({ removal: null, entryCount: 1 })
  })

  test('that is private is neither listed nor hidden', async () => {
    const owner = await app.createUser()
    const draft = { title: 'My own', visibility: 'private' }
    const { id } = (await app.request(owner, 'POST', '/api/collections', draft)).body

    expect((await listOf(`?kind=collection&author=${owner.username}`)).texts).toEqual([])
    const { body } = await act(moderator, {
      action: 'hide',
      texts: [{ kind: 'collection', id }],
      reason: 'Spam.',
    })
    expect(body.results[0].error).toBe('The text does not exist any more')
    expect((await app.request(owner, 'GET', `/api/collections/${id}`)).body.removal).toBeNull()
  })
})
