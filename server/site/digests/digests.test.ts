import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { VersionChange } from '#contract/scripts/versions.ts'
import { after, hour, minute } from '#platform/clock.ts'
import { deliverMail } from '#platform/mail/mailer.ts'
import { runJob, runQueued } from '#test-support/analyses.ts'
import { dispatchAll, emit } from '#test-support/events.ts'
import { startMailbox } from '#test-support/mail.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

import { sendDigests } from './send-digests.ts'

const mailbox = await startMailbox()
/** A Wednesday. */
const start = new Date('2026-06-17T12:00:00Z')
let time = start
const app = await startTestApp({ config: { smtpUrl: mailbox.url }, clock: { now: () => time } })
const { db } = app

type Script = { author: TestUser; id: number }

async function createScript(): Promise<Script> {
  const author = await app.createUser()
  const id = await insertTestScript(app, { author, name: 'Garage' })
  await db.execute(sql`update scripts set attributes = '{framework:esx}' where id = ${id}`)
  return { author, id }
}

async function createFollower(script: Script, settings: Record<string, unknown> = {}) {
  const user = await app.createUser()
  await db.execute(sql`update users set email_verified = true where id = ${user.id}`)
  await app.request(user, 'PUT', `/api/follows/script/${script.id}`, {})
  await change(user, settings)
  return user
}

async function change(user: TestUser, settings: Record<string, unknown>) {
  const { body } = await app.request(user, 'GET', '/api/notifications/settings')
  expect(
    (await app.request(user, 'PUT', '/api/notifications/settings', { ...body, ...settings })).status,
  ).toBe(200)
}

const capability = (kind: 'calls-out' | 'commands', value: string) => ({
  kind,
  side: 'server' as const,
  value,
})

async function publish(
  { author, id }: Script,
  number: string,
  { change: changed, high = 0 }: { change?: Pick<VersionChange, 'added' | 'removed'>; high?: number } = {},
) {
  const sha256 = number.replaceAll('.', '').padEnd(64, String(id % 10))
  const stored = changed && { ...changed, files: { added: 0, removed: 0, changed: 1 } }
  await db.execute(sql`
    insert into archive_analyses (sha256, size, extension, priority, state, counts)
    values (${sha256}, 1, 'zip', 1, 'done', ${JSON.stringify({ high, medium: 0, low: 0 })}::jsonb) on conflict do nothing`)
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into script_versions (script_id, number, file_name, extension, size, sha256, entries, unpacked_size, published_at, change)
    values (${id}, ${number}, 'a.zip', 'zip', 1, ${sha256}, 1, 1, ${time.toISOString()}, ${stored ? JSON.stringify(stored) : null}::jsonb)
    returning id`)
  const versionId = rows[0]?.id ?? 0
  const data = { script: 'Garage', number, author: author.username }
  await emit(app, { kind: 'version-published', actorId: author.id, scriptId: id, versionId, data })
  await dispatchAll(app)
  return versionId
}

/** Sends what is due at a time. Returns the recipients. */
async function sendAt(at: string): Promise<string[]> {
  time = new Date(at)
  mailbox.received.length = 0
  await runJob(app, sendDigests)
  while ((await runQueued(app, sendDigests)) > 0);
  await runQueued(app, deliverMail)
  return mailbox.received.map(({ to }) => to)
}

const messageTo = (user: TestUser) => mailbox.received.find(({ to }) => to === user.email)?.message ?? ''

test('digests are sent after 7:00 in the time zone of the user, daily or on Monday, once', async () => {
  time = start
  const script = await createScript()
  const [auckland, kathmandu, weekly, off] = [
    await createFollower(script, { digest: 'daily', timeZone: 'Pacific/Auckland' }),
    await createFollower(script, { digest: 'daily', timeZone: 'Asia/Kathmandu' }),
    await createFollower(script),
    await createFollower(script),
  ]
  const { body } = await app.request(off, 'GET', '/api/notifications/settings')
  await change(off, { topics: { ...body.topics, followed: { bell: true, email: 'off' } } })
  await publish(script, '1.1.0')

  expect(await sendAt('2026-06-17T18:59:00Z')).toEqual([])
  expect(await sendAt('2026-06-17T19:00:00Z')).toEqual([auckland.email])
  expect(await sendAt('2026-06-18T01:14:00Z')).toEqual([])
  expect(await sendAt('2026-06-18T01:15:00Z')).toEqual([kathmandu.email])
  expect(await sendAt('2026-06-22T06:59:00Z')).toEqual([])
  expect(await sendAt('2026-06-22T07:00:00Z')).toEqual([weekly.email])
  expect(await sendAt('2026-07-30T07:00:00Z')).toEqual([])
})

test('a digest on the day of a clock change is due at 7:00 local time', async () => {
  time = new Date('2026-10-24T12:00:00Z')
  const script = await createScript()
  const user = await createFollower(script, { digest: 'daily', timeZone: 'Europe/Berlin' })
  await publish(script, '1.1.0')

  // In summer time it would be 5:00 UTC.
  expect(await sendAt('2026-10-25T05:59:00Z')).toEqual([])
  expect(await sendAt('2026-10-25T06:00:00Z')).toEqual([user.email])
})

test('a digest says what the versions of a script change together, and has the headers of a list', async () => {
  time = start
  const script = await createScript()
  const user = await createFollower(script, { digest: 'daily' })
  await publish(script, '1.0.0')
  await sendAt('2026-06-18T07:00:00Z')
  time = new Date('2026-06-18T12:00:00Z')
  const calls = [capability('calls-out', 'api.example.com'), capability('commands', 'impound')]
  await publish(script, '1.1.0', { change: { added: calls, removed: [] }, high: 1 })
  time = after(time, 5 * minute)
  await publish(script, '1.1.1', {
    change: { added: [], removed: [capability('commands', 'impound')] },
    high: 2,
  })
  time = after(time, 2 * hour)
  const latest = await publish(script, '1.2.0', { high: 2 })

  expect(await sendAt('2026-06-19T07:00:00Z')).toEqual([user.email])
  const message = messageTo(user)
  expect(message).toContain('Subject: Daily digest: Garage 1.2.0 - Scripthaven')
  expect(message).toContain(`${script.author.username} published 3 versions: 1.1.0, 1.1.1 and 1.2.0.`)
  expect(message).toContain('New: calls out to api.example.com.')
  expect(message).not.toContain('impound')
  expect(message).toContain('Findings: 2 of high severity (before: none).')
  expect(message).toContain(`https://hub.example/scripts/${script.id}/versions#v${latest}`)
  expect(message).toContain('List-ID: <digest.hub.example>')
  expect(message).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(message).toMatch(
    new RegExp(`List-Unsubscribe:\\s+<https://hub\\.example/unsubscribe/email/${user.id}/digest/`),
  )
})

test('who follows between two versions reads about the second one, also when both came within minutes', async () => {
  time = start
  const script = await createScript()
  const early = await createFollower(script, { digest: 'daily' })
  time = after(time, minute)
  await publish(script, '1.1.0')
  time = after(time, minute)
  const late = await createFollower(script, { digest: 'daily' })
  time = after(time, minute)
  await publish(script, '1.1.1')

  await sendAt('2026-06-18T07:00:00Z')
  expect(messageTo(early)).toContain('published 2 versions: 1.1.0 and 1.1.1.')
  expect(messageTo(late)).toContain('Daily digest: Garage 1.1.1')
  expect(messageTo(late)).not.toContain('1.1.0')
})

test('one click ends the digests of one user; what waited for them is not mailed', async () => {
  time = start
  const script = await createScript()
  const [user, other] = [
    await createFollower(script, { digest: 'daily' }),
    await createFollower(script, { digest: 'daily' }),
  ]
  await publish(script, '1.1.0')
  expect(await sendAt('2026-06-18T07:00:00Z')).toHaveLength(2)
  const url = /List-Unsubscribe:\s+<https:\/\/hub\.example([^>]+)>/.exec(messageTo(user))?.[1] ?? ''
  time = new Date('2026-06-18T12:00:00Z')
  await publish(script, '1.2.0')
  const post = (path: string) => fetch(`${app.url}${path}`, { method: 'POST' })

  expect((await post(url.replace(`/${user.id}/`, `/${other.id}/`))).status).toBe(404)
  expect((await post(url)).status).toBe(204)

  expect(await sendAt('2026-06-19T07:00:00Z')).toEqual([other.email])
  const { body } = await app.request(user, 'GET', '/api/notifications/settings')
  expect(body.topics).toMatchObject({ followed: { email: 'off' }, security: { email: 'at-once' } })
})

test('versions that were withdrawn, and addresses that are not confirmed anymore, get no digest', async () => {
  time = start
  const [script, hidden] = [await createScript(), await createScript()]
  const [user, unconfirmed] = [
    await createFollower(script, { digest: 'daily' }),
    await createFollower(script, { digest: 'daily' }),
  ]
  await app.request(user, 'PUT', `/api/follows/script/${hidden.id}`, {})
  await publish(script, '1.1.0')
  const withdrawn = await publish(script, '1.1.1')
  await publish(hidden, '1.1.0')
  await db.execute(sql`update script_versions set withdrawn_at = now() where id = ${withdrawn}`)
  await db.execute(sql`update scripts set publication = 'removed' where id = ${hidden.id}`)
  await db.execute(sql`update users set email_verified = false where id = ${unconfirmed.id}`)

  expect(await sendAt('2026-06-18T07:00:00Z')).toEqual([user.email])
  expect(messageTo(user)).toContain('Subject: Daily digest: Garage 1.1.0 - Scripthaven')
  expect(
    (await db.execute(sql`select from digest_entries where due_at <= ${time.toISOString()}`)).rows,
  ).toEqual([])
})

test('a change of the settings moves what waits', async () => {
  time = start
  const script = await createScript()
  const user = await createFollower(script)
  await publish(script, '1.1.0')
  expect(await sendAt('2026-06-18T07:00:00Z')).toEqual([])

  await change(user, { digest: 'daily' })

  expect(await sendAt('2026-06-18T07:15:00Z')).toEqual([user.email])
})

test('a topic in the digest has its notifications there, security first', async () => {
  time = start
  const script = await createScript()
  const user = await createFollower(script, { digest: 'daily' })
  const { body } = await app.request(user, 'GET', '/api/notifications/settings')
  const digest = { bell: true, email: 'digest' }
  await change(user, { topics: { ...body.topics, security: digest, scripts: digest } })
  const versionId = await publish(script, '1.1.0')
  const own = await insertTestScript(app, { author: user, name: 'Shop' })
  const data = { script: 'Shop', number: '2.0.0', outcome: 'fails' as const }
  await emit(app, { kind: 'works-reported', actorId: null, scriptId: own, versionId: 1, data })
  const recall = { script: 'Garage', number: '1.0.0', reason: 'See spam.example.', replacement: '1.1.0' }
  const recalled = { ...recall, isByAuthor: true }
  await emit(app, { kind: 'version-recalled', actorId: null, scriptId: script.id, versionId, data: recalled })
  await dispatchAll(app)

  expect(await sendAt('2026-06-18T07:00:00Z')).toEqual([user.email])
  const message = messageTo(user)
  const places = ['withdrawn for security by its author', 'Garage 1.1.0', 'Shop 2.0.0 does not work'].map(
    (text) => message.indexOf(text, message.indexOf('Here is what happened')),
  )
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places[0]).toBeGreaterThan(0)
  // No moderator has seen the reason of an author.
  expect(message).not.toContain('spam.example')
})

test('digests are sent in batches, each entry once, however many jobs run', async () => {
  time = start
  const script = await createScript()
  await db.execute(sql`
    with added as (
      insert into users (username, username_key, email, email_key, email_verified)
      select 'batch' || n, 'batch' || n, n || '@batch.example', n || '@batch.example', true from generate_series(1, 1200) n returning id)
    insert into follows (user_id, script_id, created_at) select id, ${script.id}, ${time.toISOString()} from added`)
  await publish(script, '1.1.0')
  time = new Date('2026-06-22T07:00:00Z')

  await Promise.all([runJob(app, sendDigests), runJob(app, sendDigests)])
  while ((await runQueued(app, sendDigests)) > 0);

  const { rows } = await db.execute(sql`
    select count(*)::int as mails, count(distinct payload ->> 'to')::int as recipients
    from graphile_worker._private_jobs where payload ->> 'to' like '%@batch.example'`)
  expect(rows).toEqual([{ mails: 1200, recipients: 1200 }])
  expect((await db.execute(sql`select from digest_entries`)).rows).toEqual([])
})
