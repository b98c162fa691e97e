import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { after, minute } from '#platform/clock.ts'
import { deliverMail } from '#platform/mail/mailer.ts'
import { runQueued } from '#test-support/analyses.ts'
import { dispatchAll, emit } from '#test-support/events.ts'
import { startMailbox } from '#test-support/mail.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const mailbox = await startMailbox()
let time = new Date('2026-06-15T12:00:00Z')
const app = await startTestApp({ config: { smtpUrl: mailbox.url }, clock: { now: () => time } })
const { db } = app

async function createFollower(kind?: string, id?: number, filter: Record<string, unknown> = {}) {
  const user = await app.createUser()
  await db.execute(sql`update users set email_verified = true where id = ${user.id}`)
  if (kind !== undefined) await app.request(user, 'PUT', `/api/follows/${kind}/${id}`, filter)
  return user
}

async function createScript(attributes = ['framework:esx', 'game:gta5', 'report:none']) {
  const author = await app.createUser()
  const id = await insertTestScript(app, { author, name: 'Garage', tags: ['car'] })
  await db.execute(sql`update scripts set attributes = ${sql.param(attributes)}::text[] where id = ${id}`)
  return { author, id }
}

type Script = { author: TestUser; id: number }

async function publish(script: Script, number: string) {
  const versionId = await insertVersion(script, number)
  await announce(script, versionId, number)
  return versionId
}

async function insertVersion({ id }: Script, number: string) {
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into script_versions (script_id, number, file_name, extension, size, sha256, entries, unpacked_size, published_at)
    values (${id}, ${number}, 'a.zip', 'zip', 1, ${'b'.repeat(64)}, 1, 1, ${time.toISOString()}) returning id`)
  return rows[0]?.id ?? 0
}

async function announce({ author, id }: Script, versionId: number, number: string) {
  const data = { script: 'Garage', number, author: author.username }
  await emit(app, { kind: 'version-published', actorId: author.id, scriptId: id, versionId, data })
}

const textsOf = async (user: TestUser) => {
  const { body } = await app.request(user, 'GET', '/api/notifications')
  return body.notifications.map(({ text }: { text: string }) => text)
}

async function changeTopic(user: TestUser, topic: string, channels: { bell: boolean; email: string }) {
  const { body } = await app.request(user, 'GET', '/api/notifications/settings')
  const settings = { ...body, topics: { ...body.topics, [topic]: channels } }
  expect((await app.request(user, 'PUT', '/api/notifications/settings', settings)).status).toBe(200)
}

test('each follower of the script or the author whose filter matches is notified of a version once', async () => {
  const script = await createScript()
  const { author, id } = script
  const both = await createFollower('script', id)
  await app.request(both, 'PUT', `/api/follows/author/${author.id}`, {})
  const matching = [
    both,
    await createFollower('author', author.id, { framework: 'esx' }),
    await createFollower('script', id, { news: 'releases', game: 'gta5' }),
  ]
  const others = [
    author,
    await createFollower(),
    await createFollower('script', id, { news: 'security' }),
    await createFollower('author', author.id, { framework: 'qbcore' }),
  ]

  await publish(script, '1.1.0')
  await dispatchAll(app)

  const text = `${author.username} published Garage 1.1.0.`
  for (const user of matching) expect(await textsOf(user)).toEqual([text])
  for (const user of others) expect(await textsOf(user)).toEqual([])
})

test('who follows a script or saves a search after a version was published is not notified of it', async () => {
  const script = await createScript()
  await publish(script, '1.1.0')
  time = new Date(time.getTime() + 1000)
  const user = await createFollower('script', script.id)
  await app.request(user, 'POST', '/api/saved-searches', { name: 'Mine', tag: 'car', framework: 'esx' })

  await dispatchAll(app)
  expect(await textsOf(user)).toEqual([])

  await publish(script, '1.2.0')
  await dispatchAll(app)
  expect(await textsOf(user)).toEqual([`${script.author.username} published Garage 1.2.0.`])
})

test('a saved search matches by words, tag, category and framework', async () => {
  const script = await createScript()
  const { rows } = await db.execute<{ name: string }>(sql`
    select c.name from scripts s join categories c on c.id = category_id where s.id = ${script.id}`)
  await db.execute(sql`
    update script_docs set document = to_tsvector('simple', 'a garage for cars') where script_id = ${script.id}`)
  const save = async (search: Record<string, unknown>) => {
    const user = await createFollower()
    const { status } = await app.request(user, 'POST', '/api/saved-searches', { name: 'Mine', ...search })
    expect(status).toBe(201)
    return user
  }
  const matching = [
    await save({ q: 'Garage cars' }),
    await save({ tag: 'Car', framework: 'esx' }),
    await save({ category: rows[0]?.name }),
  ]
  const others = [
    await save({ q: 'garage boats' }),
    await save({ tag: 'car', game: 'rdr3' }),
    await save({ tag: 'car', news: 'security' }),
  ]

  await publish(script, '1.1.0')
  await dispatchAll(app)

  for (const user of matching) expect(await textsOf(user)).toHaveLength(1)
  for (const user of others) expect(await textsOf(user)).toEqual([])
})

test('filters by framework wait for the analysis', async () => {
  const script = await createScript(['report:waiting'])
  const plain = await createFollower('script', script.id)
  const filtered = await createFollower('script', script.id, { framework: 'esx' })
  await publish(script, '1.1.0')
  const { dispatchEvent } = await import('./dispatch-event.ts')

  await runQueued(app, dispatchEvent)
  await runQueued(app, dispatchEvent)

  expect(await textsOf(plain)).toHaveLength(1)
  expect(await textsOf(filtered)).toEqual([])
  await db.execute(sql`update scripts set attributes = '{framework:esx}' where id = ${script.id}`)
  await dispatchAll(app)
  expect(await textsOf(filtered)).toHaveLength(1)
})

test('versions within minutes are one notification with the latest, and a mail at once is one mail', async () => {
  const script = await createScript()
  const user = await createFollower('script', script.id)
  await changeTopic(user, 'followed', { bell: true, email: 'at-once' })

  let latest = 0
  for (const number of ['1.1.0', '1.1.1']) {
    latest = await publish(script, number)
    await dispatchAll(app)
    time = after(time, 5 * minute)
  }
  const { body } = await app.request(user, 'GET', '/api/notifications')
  expect(body.notifications).toMatchObject([
    {
      text: `${script.author.username} published 2 versions of Garage. The latest is 1.1.1.`,
      path: `/scripts/${script.id}/versions#v${latest}`,
    },
  ])
  time = after(time, 30 * minute)
  await publish(script, '1.2.0')
  await dispatchAll(app)

  expect(await textsOf(user)).toHaveLength(2)
  expect(await runQueued(app, deliverMail)).toBe(2)
  const { message } = await mailbox.next(user.email)
  expect(message).toContain('Subject: New version: Garage 1.1.0 - Scripthaven')
  expect(message).toContain(`List-ID: <script-${script.id}.hub.example>`)
  expect(message).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
})

test('versions within minutes are one notification also when the latest is announced first', async () => {
  const script = await createScript()
  const user = await createFollower('script', script.id)
  const first = await insertVersion(script, '1.1.0')
  const latest = await publish(script, '1.1.1')
  await dispatchAll(app)
  await announce(script, first, '1.1.0')
  await dispatchAll(app)
  await announce(script, first, '1.1.0')
  await dispatchAll(app)

  const { body } = await app.request(user, 'GET', '/api/notifications')
  expect(body.notifications).toMatchObject([
    {
      text: `${script.author.username} published 2 versions of Garage. The latest is 1.1.1.`,
      path: `/scripts/${script.id}/versions#v${latest}`,
    },
  ])
  const { rows } = await db.execute(
    sql`select data -> 'firstId' as first from notifications where user_id = ${user.id}`,
  )
  expect(rows).toEqual([{ first }])
})

test('followers are not notified of a version that was withdrawn meanwhile', async () => {
  const script = await createScript()
  const user = await createFollower('script', script.id)
  const versionId = await publish(script, '1.1.0')
  await db.execute(sql`update script_versions set withdrawn_at = now() where id = ${versionId}`)

  await dispatchAll(app)

  expect(await textsOf(user)).toEqual([])
})

test('a recall reaches followers who want security news, each once and without the reason of an author', async () => {
  await db.execute(sql`delete from saved_searches`)
  const script = await createScript()
  const security = await createFollower('script', script.id, { news: 'security' })
  const releases = await createFollower('script', script.id, { news: 'releases' })
  const searching = await createFollower()
  const search = { name: 'ESX', framework: 'esx', news: 'security' }
  expect((await app.request(searching, 'POST', '/api/saved-searches', search)).status).toBe(201)
  const versionId = await publish(script, '1.1.0')
  await dispatchAll(app)
  await db.execute(sql`
    insert into script_downloads (user_id, script_id, linked_at, version_id)
    values (${security.id}, ${script.id}, ${time.toISOString()}, ${versionId})`)
  const recall = { script: 'Garage', number: '1.1.0', reason: 'See spam.example.', replacement: '1.0.0' }
  const data = { ...recall, isByAuthor: true }
  await emit(app, { kind: 'version-recalled', actorId: null, scriptId: script.id, versionId, data })

  await dispatchAll(app)

  expect(await textsOf(security)).toEqual([expect.stringContaining('which you downloaded on 15 Jun 2026')])
  const { body } = await app.request(searching, 'GET', '/api/notifications')
  expect(body.notifications).toMatchObject([
    {
      text: 'Garage 1.1.0 was withdrawn for security by its author. Remove it from your server and use 1.0.0 instead.',
      path: `/scripts/${script.id}/report?v=${versionId}`,
    },
  ])
  expect(await textsOf(releases)).toHaveLength(1)
  expect(await runQueued(app, deliverMail)).toBe(2)
})

test('the settings of a topic decide about bell and email', async () => {
  const script = await createScript()
  const create = async (bell: boolean, email: string) => {
    const user = await createFollower('script', script.id)
    await changeTopic(user, 'followed', { bell, email })
    return user
  }
  const bellOnly = await create(true, 'off')
  const mailOnly = await create(false, 'at-once')
  const nothing = await create(false, 'off')

  await publish(script, '1.1.0')
  await dispatchAll(app)

  expect(await textsOf(bellOnly)).toHaveLength(1)
  for (const user of [mailOnly, nothing]) expect(await textsOf(user)).toEqual([])
  mailbox.received.length = 0
  expect(await runQueued(app, deliverMail)).toBe(1)
  expect(mailbox.received).toMatchObject([{ to: mailOnly.email }])
})

test('one click ends the emails of the user and topic of the link only', async () => {
  const script = await createScript()
  const [user, other] = [await createFollower('script', script.id), await createFollower('script', script.id)]
  for (const one of [user, other]) await changeTopic(one, 'followed', { bell: true, email: 'at-once' })
  await publish(script, '1.1.0')
  await dispatchAll(app)
  await runQueued(app, deliverMail)
  const { message } = await mailbox.next(user.email)
  const url = /List-Unsubscribe:\s+<https:\/\/hub\.example([^>]+)>/.exec(message)?.[1] ?? ''
  const post = (path: string) =>
    fetch(`${app.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
  const emailOf = async (who: TestUser) =>
    (await app.request(who, 'GET', '/api/notifications/settings')).body.topics.followed.email

  expect(url).toContain(`/unsubscribe/email/${user.id}/followed/`)
  for (const path of [
    url.replace(`/${user.id}/`, `/${other.id}/`),
    url.replace('/followed/', '/security/'),
    `${url}x`,
    url.replace('/followed/', '/everything/'),
  ])
    expect((await post(path)).status).toBe(404)
  expect(await emailOf(user)).toBe('at-once')

  expect((await post(url)).status).toBe(204)
  expect((await post(url)).status).toBe(204)
  expect([await emailOf(user), await emailOf(other)]).toEqual(['off', 'at-once'])
})

test.each(['Mars/Olympus', 'localtime', '', '+02:00', 'Etc/../UTC', 'Europe/Berlin\u0000', 'x'.repeat(100)])(
  'the time zone %s does not exist',
  async (timeZone) => {
    const user = await app.createUser()
    const { body } = await app.request(user, 'GET', '/api/notifications/settings')

    expect(
      await app.request(user, 'PUT', '/api/notifications/settings', { ...body, timeZone }),
    ).toMatchObject({
      status: 400,
      body: { fields: { timeZone: expect.any(String) } },
    })
    expect((await app.request(user, 'GET', '/api/notifications/settings')).body).toEqual(body)
  },
)

test('5,000 followers are notified, 1,000 in a transaction', async () => {
  const script = await createScript()
  await db.execute(sql`
    with added as (
      insert into users (username, username_key, email, email_key)
      select 'crowd' || n, 'crowd' || n, n || '@crowd.example', n || '@crowd.example' from generate_series(1, 5000) n returning id)
    insert into follows (user_id, script_id, created_at) select id, ${script.id}, ${time.toISOString()} from added`)
  await publish(script, '1.1.0')

  await dispatchAll(app)

  const { rows } = await db.execute(sql`
    select count(*)::int as count, count(distinct n.xmin::text)::int as transactions
    from notifications n join users u on u.id = n.user_id where u.username like 'crowd%'`)
  expect(rows).toEqual([{ count: 5000, transactions: 5 }])
})
