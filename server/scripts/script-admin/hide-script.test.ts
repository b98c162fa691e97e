import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { deliverMail } from '#platform/mail/mailer.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { runQueued } from '#test-support/analyses.ts'
import { dispatchAll } from '#test-support/events.ts'
import { startMailbox } from '#test-support/mail.ts'
import { editForm, scriptForm } from '#test-support/script-forms.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const mailbox = await startMailbox()
let time = new Date('2026-11-20T10:00:00Z')
const app = await startTestApp({ config: { smtpUrl: mailbox.url }, clock: { now: () => time } })
const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')

const hide = (
  user: TestUser | null,
  id: number,
  body: object = { reason: 'spam', note: 'Only advertising.' },
) => app.request(user, 'POST', `/api/scripts/${id}/removal`, { ...body })
const restore = (user: TestUser | null, id: number) =>
  app.request(user, 'DELETE', `/api/scripts/${id}/removal`)
const get = async (path: string, user: TestUser | null = null) => app.request(user, 'GET', path)

async function publicationOf(id: number) {
  const { rows } = await app.db.execute<{ publication: string }>(
    sql`select publication from scripts where id = ${id}`,
  )
  return rows[0]?.publication
}

/** Everything that visitors see of a script, as read right now: from caches when they are still valid. */
async function seenOf(id: number, author: TestUser, name: string) {
  const list = (await get('/api/scripts?limit=100')).body
  const category = (await get('/api/categories')).body.find(
    (found: { name: string }) => found.name === 'Cars',
  )
  const stats = (await get('/api/stats')).body
  const profile = (await get(`/api/users/profile/${author.username}`)).body
  const texts = []
  for (const path of [
    '/feed.xml',
    `/feed/author/${author.username}.xml`,
    '/feed/category/Cars.xml',
    '/sitemap.xml',
  ])
    texts.push(
      String((await get(path)).body).includes(`/scripts/${id}<`) ||
        String((await get(path)).body).includes(`/scripts/${id}"`),
    )
  const has = (scripts: { id: number }[]) => scripts.some((script) => script.id === id)
  return {
    detail: (await get(`/api/scripts/${id}`)).status,
    versions: (await get(`/api/scripts/${id}/versions`)).status,
    related: (await get(`/api/scripts/${id}/related`)).status,
    latest: (await get(`/api/scripts/${id}/latest`)).status,
    scriptFeed: (await get(`/feed/script/${id}.xml`)).status,
    likes: (await get(`/api/scripts/${id}/like-status`)).status,
    list: has(list.scripts),
    listed: list.pagination.total,
    ofCategory: has((await get('/api/scripts?category=Cars')).body.scripts),
    trending: has((await get('/api/scripts?sort=updated')).body.scripts),
    search: has((await get(`/api/scripts/search?q=${name}`)).body),
    searchedList: has((await get(`/api/scripts?q=${name}`)).body.scripts),
    inProfile: has(profile.scripts.scripts),
    ofAuthor: profile.scripts.pagination.total,
    count: category.script_count,
    totalScripts: stats.totalScripts,
    totalDownloads: stats.totalDownloads,
    feeds: texts,
  }
}

test('only moderators hide and restore scripts, and none of their own', async () => {
  const author = await app.createUser('scripts.upload')
  const id = await insertTestScript(app, { author })
  const own = await insertTestScript(app, { author: moderator })

  for (const [user, status] of [
    [null, 401],
    [author, 403],
    [await app.createUser(), 403],
  ] as const) {
    expect((await hide(user, id)).status).toBe(status)
    expect((await restore(user, id)).status).toBe(status)
  }
  expect((await hide(moderator, 999_999)).status).toBe(404)
  expect((await restore(moderator, 999_999)).status).toBe(404)
  expect(await hide(moderator, own)).toMatchObject({
    status: 403,
    body: { error: 'You cannot hide or restore your own scripts' },
  })
  expect(await restore(moderator, id)).toMatchObject({
    status: 409,
    body: { error: 'This script is not hidden' },
  })
  expect((await hide(moderator, id, { reason: 'ugly' })).body.fields).toEqual({
    reason: 'Please choose a reason',
  })
  expect((await hide(moderator, id, { reason: 'other' })).body.fields).toEqual({
    note: 'Please explain the reason in the note',
  })
  expect((await hide(moderator, id, { reason: 'spam', note: 'x'.repeat(1001) })).body.fields).toEqual({
    note: 'The note must be at most 1000 characters',
  })
  expect([await publicationOf(id), await publicationOf(own)]).toEqual(['published', 'published'])

  expect((await hide(moderator, id)).status).toBe(201)
  expect(await hide(moderator, id)).toMatchObject({
    status: 409,
    body: { error: 'This script is already hidden' },
  })
  await app.db.execute(sql`update scripts set user_id = ${moderator.id} where id = ${id}`)
  expect((await restore(moderator, id)).status).toBe(403)
  expect(await publicationOf(id)).toBe('removed')
})

test('a hidden script disappears everywhere with the next response, and a restored one is back', async () => {
  const author = await app.createUser('scripts.upload')
  const fan = await app.createUser('scripts.download')
  const name = 'Zeppelinhangar'
  const form = await scriptForm({ name, category: 'Cars' })
  const { body: script } = await app.request(author, 'POST', '/api/scripts', form)
  const id: number = script.id
  await app.request(fan, 'POST', `/api/scripts/${id}/like`)
  await app.request(fan, 'GET', `/api/scripts/${id}/download`)
  await app.request(fan, 'POST', `/api/scripts/${id}/download`)
  const { downloadUrl } = (await get(`/api/scripts/${id}/download`, fan)).body
  const updates = async () => (await get(`/api/updates?installed=${id}@1.0.0`)).body.scripts[0].status
  const shown = await seenOf(id, author, name)
  expect(shown).toMatchObject({
    detail: 200,
    versions: 200,
    related: 200,
    latest: 200,
    scriptFeed: 200,
    likes: 200,
    list: true,
    ofCategory: true,
    trending: true,
    search: true,
    searchedList: true,
    inProfile: true,
    feeds: [true, true, true, true],
    totalDownloads: 1,
  })
  expect(await updates()).toBe('current')

  const { status, body } = await hide(moderator, id)

  expect(status).toBe(201)
  const removal = {
    id: expect.any(Number),
    reason: 'spam',
    note: 'Only advertising.',
    at: time.toISOString(),
  }
  expect(body.removal).toEqual(removal)
  expect(await seenOf(id, author, name)).toEqual({
    detail: 404,
    versions: 404,
    related: 404,
    latest: 404,
    scriptFeed: 404,
    likes: 404,
    list: false,
    ofCategory: false,
    trending: false,
    search: false,
    searchedList: false,
    inProfile: false,
    listed: shown.listed - 1,
    ofAuthor: shown.ofAuthor - 1,
    count: shown.count - 1,
    totalScripts: shown.totalScripts - 1,
    totalDownloads: shown.totalDownloads - 1,
    feeds: [false, false, false, false],
  })
  expect(await updates()).toBe('gone')
  expect((await get(downloadUrl)).status).toBe(404)
  expect((await get(`/api/scripts/${id}/download`, fan)).status).toBe(404)
  expect((await app.request(fan, 'POST', `/api/scripts/${id}/like`)).status).toBe(404)
  expect((await app.request(fan, 'POST', `/api/scripts/${id}/unlike`)).status).toBe(404)
  for (const user of [author, moderator])
    expect((await get(`/api/scripts/${id}`, user)).body).toMatchObject({
      id,
      removal,
      likes: 1,
      downloads: 1,
    })
  expect((await get('/api/scripts/my-scripts', author)).body.scripts).toMatchObject([{ id }])
  const link = await get(`/api/scripts/${id}/download`, moderator)
  expect((await get(link.body.downloadUrl)).status).toBe(200)
  expect((await app.request(author, 'POST', `/api/scripts/${id}/publish`)).status).toBe(403)

  const restored = await restore(moderator, id)

  expect(restored.status).toBe(200)
  expect(restored.body).not.toHaveProperty('removal')
  expect(await seenOf(id, author, name)).toEqual(shown)
  expect(await updates()).toBe('current')
  const { rows } = await app.db.execute(sql`
    select action, status, user_id, metadata - 'removalId' as metadata from activities
    where target_id = ${id} and action in ('Script Removed', 'Script Restored') order by id`)
  const by = { user_id: moderator.id }
  expect(rows).toEqual([
    {
      ...by,
      action: 'Script Removed',
      status: 'warning',
      metadata: { reason: 'moderation', removal: 'spam', note: 'Only advertising.' },
    },
    {
      ...by,
      action: 'Script Restored',
      status: 'success',
      metadata: { reason: 'moderation', removal: 'spam' },
    },
  ])
})

test('the author is notified and mailed about a hidden and a restored script, once each', async () => {
  const author = await app.createUser('scripts.upload')
  await app.db.execute(sql`update users set email_verified = true where id = ${author.id}`)
  const id = await insertTestScript(app, { author, name: 'City HUD' })
  await runQueued(app, deliverMail)
  await dispatchAll(app)

  const { removal } = (
    await hide(moderator, id, { reason: 'stolen', note: 'It is the HUD of another author.' })
  ).body
  await dispatchAll(app)
  await restore(moderator, id)
  await dispatchAll(app)

  const { notifications } = (await get('/api/notifications', author)).body
  expect(notifications).toMatchObject([
    {
      kind: 'script-restored',
      path: `/scripts/${id}`,
      text: 'A moderator restored City HUD. It is public again.',
    },
    {
      kind: 'script-removed',
      path: `/scripts/${id}`,
      text: 'A moderator hid City HUD. Reason: stolen work. It is the HUD of another author.',
    },
  ])
  expect(await runQueued(app, deliverMail)).toBe(2)
  const { message } = await mailbox.next(author.email)
  expect(message).toContain('Subject: Your script was hidden: City HUD')
  expect(message).toContain('It is the HUD of another author.')
  expect(message).toContain(`https://hub.example/cases?appeal=removal-${removal.id}`)
  expect((await mailbox.next(author.email)).message).toContain('is public again')
})

test('a hidden script can be edited and gets new versions, and stays hidden', async () => {
  const author = await app.createUser('scripts.upload')
  const { body: script } = await app.request(author, 'POST', '/api/scripts', await scriptForm())
  const path = `/api/scripts/${script.id}`
  await hide(moderator, script.id)
  const before = (await get('/api/stats')).body

  const edit = new FormData()
  edit.set('name', 'Another name')
  edit.set('category', 'Housing')
  expect((await app.request(author, 'PUT', path, edit)).status).toBe(200)
  const version = editForm(
    {},
    { archive: { fileName: 'a.zip', content: zipOf([{ name: 'a.lua', content: 'print(2)' }]) } },
  )
  const added = await app.request(author, 'POST', `${path}/versions`, version)
  expect(added.status).toBe(201)
  const withdraw = (id: number) =>
    app.request(author, 'POST', `/api/versions/${id}/withdraw`, { kind: 'other', reason: 'For a test only.' })
  expect((await withdraw(added.body.id)).status).toBe(200)
  expect((await app.request(author, 'POST', `/api/versions/${added.body.id}/restore`)).status).toBe(200)

  expect(await publicationOf(script.id)).toBe('removed')
  expect((await get(path)).status).toBe(404)
  expect((await get(path, author)).body).toMatchObject({ name: 'Another name', versionId: added.body.id })
  expect((await get('/api/stats')).body).toEqual(before)

  expect((await restore(moderator, script.id)).status).toBe(200)
  expect((await get(path)).body).toMatchObject({ name: 'Another name', versionId: added.body.id })
})

test('a script whose versions were withdrawn while it was hidden waits after it is restored', async () => {
  const author = await app.createUser('scripts.upload')
  const { body: script } = await app.request(author, 'POST', '/api/scripts', await scriptForm())
  await hide(moderator, script.id)
  const path = `/api/versions/${script.versionId}`
  await app.request(author, 'POST', `${path}/withdraw`, { kind: 'other', reason: 'For a test only.' })
  const { totalScripts } = (await get('/api/stats')).body

  expect((await restore(moderator, script.id)).body).toMatchObject({ isInReview: true })
  expect(await publicationOf(script.id)).toBe('review')
  expect((await get('/api/stats')).body.totalScripts).toBe(totalScripts)
  expect((await app.request(author, 'POST', `${path}/restore`)).status).toBe(200)
  expect((await get(`/api/scripts/${script.id}`)).status).toBe(200)
})

test('a script that waits for review is hidden and waits again when it is restored', async () => {
  const author = await app.createUser('scripts.upload')
  const id = await insertTestScript(app, { author, publication: 'review' })
  const { totalScripts } = (await get('/api/stats')).body

  await hide(moderator, id)
  expect((await get(`/api/scripts/${id}`, author)).body).toMatchObject({ removal: { reason: 'spam' } })
  expect((await restore(moderator, id)).body).toMatchObject({ isInReview: true })
  expect((await get('/api/stats')).body.totalScripts).toBe(totalScripts)
})

test('a hidden script counts neither views nor downloads', async () => {
  const author = await app.createUser('scripts.upload')
  const id = await insertTestScript(app, { author })
  await hide(moderator, id)

  expect((await app.request(null, 'POST', `/api/scripts/${id}/view`)).status).toBe(404)
  expect((await app.request(moderator, 'POST', `/api/scripts/${id}/view`)).body).toEqual({ views: 0 })
  await get(`/api/scripts/${id}/download`, moderator)
  expect((await app.request(moderator, 'POST', `/api/scripts/${id}/download`)).body).toEqual({ downloads: 0 })
  expect((await app.request(moderator, 'POST', `/api/scripts/${id}/like`)).status).toBe(409)
})
