import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { after, day } from '#platform/clock.ts'
import { deliverMail } from '#platform/mail/mailer.ts'
import { purgeEvents } from '#server/records/records.public.ts'
import { runQueued } from '#test-support/analyses.ts'
import { dispatchAll, emit, type TestEvent } from '#test-support/events.ts'
import { startMailbox } from '#test-support/mail.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

import { purgeNotifications } from './list-notifications.ts'

const mailbox = await startMailbox()
let time = new Date()
const app = await startTestApp({ config: { smtpUrl: mailbox.url }, clock: { now: () => time } })
const { db } = app

async function insertVersion(scriptId: number, number: string, publishedAt: Date): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into script_versions (script_id, number, file_name, extension, size, sha256, entries, unpacked_size, published_at)
    values (${scriptId}, ${number}, 'a.zip', 'zip', 1, ${'b'.repeat(64)}, 1, 1, ${publishedAt.toISOString()}) returning id`)
  return rows[0]?.id ?? 0
}

async function insertDownload(user: { id: number }, scriptId: number, versionId: number | null, at: Date) {
  await db.execute(sql`
    insert into script_downloads (user_id, script_id, linked_at, version_id)
    values (${user.id}, ${scriptId}, ${at.toISOString()}, ${versionId})`)
}

async function confirmEmail({ id }: { id: number }) {
  await db.execute(sql`update users set email_verified = true where id = ${id}`)
}

/** A script of an author with a version that was published 100 days ago. */
async function createScript() {
  const author = await app.createUser()
  const scriptId = await insertTestScript(app, { author, name: 'City HUD' })
  return { author, scriptId, versionId: await insertVersion(scriptId, '1.2.0', after(time, -100 * day)) }
}

type Subject = { scriptId: number; versionId: number }

function recallOf(
  { scriptId, versionId }: Subject,
  replacement: string | null = null,
  change: { reason?: string; isByAuthor?: boolean } = {},
): TestEvent {
  const reason = 'It opens a backdoor.'
  const data = { script: 'City HUD', number: '1.2.0', reason, replacement, ...change }
  return { kind: 'version-recalled', actorId: null, scriptId, versionId, data }
}

function findingOf({ scriptId, versionId }: Subject): TestEvent {
  const data = { script: 'City HUD', number: '1.2.0', title: 'Runs code that it downloads' }
  return { kind: 'finding-raised', actorId: null, scriptId, versionId, data }
}

const listOf = async (user: TestUser, query = '') =>
  (await app.request(user, 'GET', `/api/notifications${query}`)).body
const read = (user: TestUser, body: Record<string, unknown>) =>
  app.request(user, 'POST', '/api/notifications/read', body)

test('a recall reaches those who downloaded the version in the last year, and no other user', async () => {
  const script = await createScript()
  const { scriptId, versionId } = script
  const otherScript = await insertTestScript(app, { author: script.author })
  const otherVersion = await insertVersion(scriptId, '1.3.0', after(time, -5 * day))
  const create = () => app.createUser()
  const [recent, unknown, unconfirmed] = [await create(), await create(), await create()]
  const [early, late, other, elsewhere] = [await create(), await create(), await create(), await create()]
  for (const user of [recent, unknown, early, late, other, elsewhere, script.author]) await confirmEmail(user)
  const downloadedOn = after(time, -3 * day)
  await insertDownload(recent, scriptId, versionId, downloadedOn)
  await insertDownload(unconfirmed, scriptId, versionId, downloadedOn)
  await insertDownload(unknown, scriptId, null, downloadedOn)
  await insertDownload(early, scriptId, null, after(time, -101 * day))
  await insertDownload(late, scriptId, versionId, after(time, -366 * day))
  await insertDownload(other, scriptId, otherVersion, downloadedOn)
  await insertDownload(elsewhere, otherScript, null, downloadedOn)
  await insertDownload(script.author, scriptId, versionId, downloadedOn)

  await emit(app, recallOf(script, '1.3.0'))
  await dispatchAll(app)

  for (const user of [early, late, other, elsewhere, script.author])
    expect(await listOf(user)).toMatchObject({ notifications: [], unread: 0 })
  const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(downloadedOn)
  const text = `City HUD 1.2.0, which you downloaded on ${date}, was withdrawn for security: It opens a backdoor. Remove it from your server and use 1.3.0 instead.`
  for (const user of [recent, unknown, unconfirmed])
    expect(await listOf(user)).toEqual({
      notifications: [
        {
          id: expect.any(Number),
          kind: 'version-recalled',
          text,
          path: `/scripts/${scriptId}/report?v=${versionId}`,
          at: time.toISOString(),
          isRead: false,
        },
      ],
      unread: 1,
      pagination: { page: 1, limit: 20, total: 1, totalPages: 1 },
    })

  expect(await runQueued(app, deliverMail)).toBe(2)
  expect(mailbox.received.map(({ to }) => to).toSorted()).toEqual([recent.email, unknown.email].toSorted())
  const { message } = await mailbox.next(recent.email)
  expect(message).toContain('Subject: Withdrawn for security: City HUD 1.2.0 - Scripthaven')
  expect(message).toContain(`Hello ${recent.username},`)
  expect(message).toContain(text)
  expect(message).toContain(`https://hub.example/scripts/${scriptId}/report?v=${versionId}`)
})

test('a repeated dispatch adds no notification and no second mail', async () => {
  const script = await createScript()
  const user = await app.createUser()
  await confirmEmail(user)
  await insertDownload(user, script.scriptId, script.versionId, time)
  await emit(app, recallOf(script))
  await db.execute(sql`
    select graphile_worker.add_job('dispatch-event', payload) from graphile_worker._private_jobs join graphile_worker._private_tasks t
    on t.id = task_id where t.identifier = 'dispatch-event'`)

  // Two of those who downloaded it, and two of its followers.
  expect(await dispatchAll(app)).toBe(4)

  // The script is hidden, because it has no other version.
  expect((await listOf(user)).notifications).toMatchObject([{ path: '/notifications' }])
  expect(await runQueued(app, deliverMail)).toBe(1)
})

test('a recall by the author names the page instead of the reason, and mails the same users once a week', async () => {
  const script = await createScript()
  const user = await app.createUser()
  await confirmEmail(user)
  await insertDownload(user, script.scriptId, script.versionId, time)
  const recall = recallOf(script, '1.3.0')
  const change = { reason: 'See https://spam.example now.', isByAuthor: true }
  const byAuthor = recallOf(script, '1.3.0', change)
  const nextId = await insertVersion(script.scriptId, '1.4.0', time)
  const next = recallOf({ ...script, versionId: nextId }, '1.3.0', change)
  const mailed = async (event: TestEvent) => {
    await emit(app, event)
    await dispatchAll(app)
    return runQueued(app, deliverMail)
  }

  expect(await mailed(byAuthor)).toBe(1)
  const { message } = await mailbox.next(user.email)
  expect(message).toContain(
    'was withdrawn for security by its author. Remove it from your server and use 1.3.0 instead.',
  )
  expect(message).toContain(`https://hub.example/scripts/${script.scriptId}/report?v=${script.versionId}`)
  expect(message).not.toContain('spam.example')
  expect((await listOf(user)).notifications[0]).toMatchObject({
    text: expect.stringContaining('was withdrawn for security by its author.'),
    path: `/scripts/${script.scriptId}/report?v=${script.versionId}`,
  })

  expect(await mailed(byAuthor)).toBe(0)
  await db.execute(sql`update script_downloads set version_id = ${nextId} where user_id = ${user.id}`)
  expect(await mailed(next)).toBe(0)
  await db.execute(
    sql`update script_downloads set version_id = ${script.versionId} where user_id = ${user.id}`,
  )
  // A moderator has read the reason.
  expect(await mailed(recall)).toBe(1)
  expect(await mailed(recall)).toBe(0)
  expect(await listOf(user)).toMatchObject({ unread: 5 })
})

test('450 users are notified in batches, each once; their mails wait behind a password reset', async () => {
  const script = await createScript()
  await db.execute(sql`
    insert into users (username, username_key, email, email_key, email_verified)
    select n, n, n || '@example.com', n || '@example.com', true from (select 'many' || i as n from generate_series(1, 450) i) m`)
  await db.execute(sql`
    insert into script_downloads (user_id, script_id, linked_at, version_id)
    select id, ${script.scriptId}, ${time.toISOString()}::timestamptz, ${script.versionId} from users where username like 'many%'`)
  await emit(app, recallOf(script))

  // Three of those who downloaded it, and two of its followers.
  expect(await dispatchAll(app)).toBe(5)

  const { rows: counts } = await db.execute(sql`
    select count(*)::int as notified, count(distinct n.user_id)::int as users, count(mailed_at)::int as mailed
    from notifications n join users u on u.id = n.user_id where u.username like 'many%'`)
  expect(counts).toEqual([{ notified: 450, users: 450, mailed: 450 }])
  const { rows: mails } = await db.execute(sql`
    select count(distinct payload ->> 'to')::int as users, count(*)::int as mails, min(j.priority) as priority
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'deliver-mail'`)
  expect(mails).toEqual([{ users: 450, mails: 450, priority: 10 }])
  await db.execute(sql`delete from graphile_worker._private_jobs`)
})

test('the author is notified of a version that waits, of its decision and of a new finding, but not of a publication', async () => {
  const script = await createScript()
  const { author, scriptId } = script
  const subject = { actorId: null, scriptId, versionId: script.versionId }
  const data = { script: 'City HUD', number: '1.2.0' }
  await emit(app, { kind: 'version-published', ...subject, data: { ...data, author: author.username } })
  await emit(app, { kind: 'version-waiting', ...subject, data: { ...data, reason: 'reviewed', position: 1 } })
  await dispatchAll(app)
  await emit(app, {
    kind: 'version-decided',
    ...subject,
    data: { ...data, decision: 'rejected', response: 'No' },
  })
  await dispatchAll(app)
  await emit(app, findingOf(script))
  await dispatchAll(app)

  const { notifications } = await listOf(author)
  expect(notifications).toMatchObject([
    { kind: 'finding-raised', path: `/scripts/${scriptId}/report` },
    {
      kind: 'version-decided',
      path: `/scripts/${scriptId}/versions#v${script.versionId}`,
      text: 'City HUD 1.2.0 was not published: No.',
    },
    { kind: 'version-waiting', path: `/scripts/${scriptId}` },
  ])
  expect(await runQueued(app, deliverMail)).toBe(0)
  const { rows } = await db.execute(
    sql`select kind from events where script_id = ${scriptId} order by id limit 1`,
  )
  expect(rows).toEqual([{ kind: 'version-published' }])
})

test('a user marks notifications as read: some, then all, and never those of others', async () => {
  const script = await createScript()
  const other = await createScript()
  for (const subject of [script, script, script, other]) await emit(app, findingOf(subject))
  await dispatchAll(app)
  const ids: number[] = (await listOf(script.author)).notifications.map(({ id }: { id: number }) => id)
  const [otherId] = (await listOf(other.author)).notifications.map(({ id }: { id: number }) => id)

  for (const body of [
    {},
    { ids: [] },
    { ids: ['1'] },
    { ids: [0.5] },
    { all: false },
    { ids: ids.concat(Array(100).fill(1)) },
  ])
    expect(await read(script.author, body)).toMatchObject({ status: 400 })
  expect(await read(script.author, { ids: [otherId, 2 ** 50] })).toMatchObject({ status: 200 })
  expect((await listOf(other.author)).unread).toBe(1)
  expect((await listOf(script.author)).unread).toBe(3)

  expect(await read(script.author, { ids: [ids[1]] })).toMatchObject({ status: 200, body: { success: true } })
  expect(await listOf(script.author)).toMatchObject({
    notifications: [{ isRead: false }, { isRead: true }, { isRead: false }],
    unread: 2,
  })
  expect(await listOf(script.author, '?unread=true&limit=1&page=2')).toMatchObject({
    notifications: [{ id: ids[2], isRead: false }],
    pagination: { page: 2, limit: 1, total: 2, totalPages: 2 },
  })
  expect((await app.request(script.author, 'GET', '/api/notifications?unread=no')).status).toBe(400)

  await read(script.author, { all: true })
  expect(await listOf(script.author, '?unread=true')).toMatchObject({ notifications: [], unread: 0 })
  expect((await listOf(other.author)).unread).toBe(1)
})

test('a poll costs a 304 until something changes', async () => {
  const script = await createScript()
  const poll = (etag: string) =>
    app.request(script.author, 'GET', '/api/notifications', undefined, { 'if-none-match': etag })
  const empty = await poll('""')
  const etag = empty.headers.get('etag') ?? ''

  expect(empty.status).toBe(200)
  expect(empty.headers.get('cache-control')).toBe('no-store')
  expect((await poll(etag)).status).toBe(304)

  await emit(app, findingOf(script))
  await dispatchAll(app)

  expect(await poll(etag)).toMatchObject({ status: 200, body: { unread: 1 } })
})

test('events are stored for 30 days and notifications for 180; those of a deleted account are removed', async () => {
  const script = await createScript()
  const deleted = await createScript()
  await emit(app, findingOf(script))
  await emit(app, findingOf(deleted))
  await dispatchAll(app)
  const eventsOf = async () =>
    (await db.execute(sql`select from events where script_id = ${script.scriptId}`)).rows.length
  const purge = async () => {
    await purgeEvents(app.app)
    await purgeNotifications(app.app)
  }
  await db.execute(sql`delete from scripts where id = ${deleted.scriptId}`)
  await db.execute(sql`delete from users where id = ${deleted.author.id}`)
  expect(
    (await db.execute(sql`select from notifications where user_id = ${deleted.author.id}`)).rows,
  ).toEqual([])

  const start = time
  time = after(start, 29 * day)
  await purge()
  expect([await eventsOf(), (await listOf(script.author)).unread]).toEqual([1, 1])
  time = after(start, 31 * day)
  await purge()
  expect([await eventsOf(), (await listOf(await app.signIn(script.author))).unread]).toEqual([0, 1])
  time = after(start, 181 * day)
  await purge()
  expect((await listOf(await app.signIn(script.author))).notifications).toEqual([])
  time = start
})
