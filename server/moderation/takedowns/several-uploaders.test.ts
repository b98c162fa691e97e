import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { after, day, minute } from '#platform/clock.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { startMailbox } from '#test-support/mail.ts'
import { editForm } from '#test-support/script-forms.ts'
import { takedownsOf } from '#test-support/takedowns.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const mailbox = await startMailbox()
let time = new Date()
const app = await startTestApp({
  config: { smtpUrl: mailbox.url },
  runsJobs: true,
  clock: { now: () => time },
})
const staff = ['admin.system.access', 'admin.scripts.moderate', 'admin.takedowns.manage'] as const
const admin = await app.createUser(...staff)
const { counter, decide, submit, confirmed, statusOf } = takedownsOf(app, mailbox)

test('a notice about scripts of several uploaders names, takes down and protects each of them', async () => {
  const [author, other] = [await app.createUser('scripts.upload'), await app.createUser('scripts.upload')]
  await app.db.execute(sql`update users set email_verified = true where id in (${author.id}, ${other.id})`)
  const first = await submit(author, 'First of three')
  const second = await submit(other, 'Second of three')
  const third = await submit(other, 'Third of three')
  const concerned = await app.createUser('scripts.upload', ...staff)
  const own = await submit(concerned, 'Of a moderator')
  const { number } = await confirmed(first, second, third)
  const { number: ofModerator } = await confirmed(first, own)
  const read = async (user: TestUser, of: string) =>
    (await app.request(user, 'GET', `/api/cases/${of.slice(5)}`)).body

  expect((await read(admin, number)).noticeScripts).toEqual(
    [
      { id: first.id, name: 'First of three', uploader: author.username },
      { id: second.id, name: 'Second of three', uploader: other.username },
      { id: third.id, name: 'Third of three', uploader: other.username },
    ].map((script) => ({ ...script, isDeleted: false, isTakenDown: false, restorableAt: null })),
  )
  for (const [uploader, { id }] of [
    [author, first],
    [other, second],
    [other, third],
  ] as const)
    expect((await app.request(uploader, 'DELETE', `/api/scripts/${id}`)).status).toBe(409)
  expect(await read(concerned, ofModerator)).toMatchObject({ canDecide: false })
  expect((await decide(concerned, ofModerator, 'denied', { response: 'No.' })).status).toBe(403)

  const { status, body } = await decide(admin, number, 'taken-down')

  expect(status).toBe(200)
  expect(body.noticeScripts).toMatchObject(
    [first, second, third].map(({ id }) => ({ id, isTakenDown: true })),
  )
  expect((await mailbox.next(author.email)).message).toContain(`notice ${number}: First of three.`)
  expect((await mailbox.next(other.email)).message).toContain(
    `notice ${number}: Second of three, Third of three.`,
  )
  expect((await app.request(other, 'DELETE', `/api/scripts/${third.id}`)).status).toBe(204)
  expect((await read(admin, number)).noticeScripts[2]).toMatchObject({
    name: 'Third of three',
    isDeleted: true,
  })
})

test('a user who uploaded an archive of a script for its author neither claims nor decides a notice about the script', async () => {
  const author = await app.createUser('scripts.upload')
  const uploader = await app.createUser('scripts.upload', ...staff)
  const script = await submit(author, 'Uploaded by a moderator')
  const archive = { fileName: 'a.zip', content: zipOf([{ name: 'a/server.lua', content: 'print(2)' }]) }
  const path = `/api/scripts/${script.id}/versions`
  expect((await app.request(uploader, 'POST', path, editForm({}, { archive }))).status).toBe(201)
  const { number } = await confirmed(script)
  const id = number.slice(5)

  const denied = { status: 403, body: { error: 'You take part in this case. Another user must decide it.' } }
  expect(await app.request(uploader, 'POST', `/api/moderation/cases/${id}/claim`)).toMatchObject(denied)
  for (const decision of ['denied', 'taken-down'])
    expect(await decide(uploader, number, decision, { response: 'No.' })).toMatchObject(denied)
  expect((await app.request(uploader, 'GET', `/api/cases/${id}`)).body).toMatchObject({
    state: 'open',
    canDecide: false,
  })

  expect((await decide(admin, number, 'taken-down')).status).toBe(200)
  expect((await decide(uploader, number, 'restored', { response: 'It is fine.' })).status).toBe(403)
})

test('the archives of all versions of a script are blocked, however many it has', async () => {
  const script = await submit(await app.createUser('scripts.upload'), 'Many versions')
  await app.db.execute(sql`
    insert into script_versions
      (script_id, number, key, file_name, extension, size, sha256, entries, unpacked_size, published_at)
    select script_id, n || '.0.0', key || n, file_name, extension, size, lpad(n::text, 64, '0'), entries, unpacked_size, now()
    from script_versions, generate_series(2, 210) n where script_id = ${script.id}`)
  const { number } = await confirmed(script)

  expect((await decide(admin, number, 'taken-down', { response: 'A copy.' })).status).toBe(200)

  const { rows } = await app.db.execute(sql`
    select count(*)::int as blocked from blocklist_entries where case_id = ${number.slice(5)}::int`)
  expect(rows).toEqual([{ blocked: 210 }])
})

const isPublic = async ({ id }: { id: number }) =>
  (await app.request(null, 'GET', `/api/scripts/${id}`)).status === 200

/** Two scripts of one uploader and one of another, all taken down. */
async function takenDown(name: string) {
  const [author, other] = [await app.createUser('scripts.upload'), await app.createUser('scripts.upload')]
  await app.db.execute(sql`update users set email_verified = true where id in (${author.id}, ${other.id})`)
  const first = await submit(author, `${name} first`)
  const second = await submit(author, `${name} second`)
  const third = await submit(other, `${name} third`)
  const { number, secret, email } = await confirmed(first, second, third)
  expect((await decide(admin, number, 'taken-down')).status).toBe(200)
  for (const to of [author.email, other.email, email]) await mailbox.next(to)
  time = after(time, minute)
  return { author, other, first, second, third, number, secret, email }
}

const early = { response: 'The claimant took the notice back.' }

test('a counter-notice after another uploader got a script back is decided like the first', async () => {
  const { author, other, first, second, third, number } = await takenDown('Later')
  await counter(author, number)
  time = after(time, minute)
  expect((await decide(admin, number, 'restored', early)).status).toBe(200)
  expect([await isPublic(first), await isPublic(second), await isPublic(third)]).toEqual([true, true, false])

  expect((await counter(other, number)).body).toMatchObject({ canSend: false })

  expect((await decide(admin, number, 'restored')).body.fields.response).toContain('The 14 days')
  const { status, body } = await decide(admin, number, 'restored', early)
  expect([status, body.state]).toEqual([200, 'closed'])
  expect(await isPublic(third)).toBe(true)
})

test('restoring the scripts of one uploader does not decide the counter-notice of another', async () => {
  const { author, other, first, second, third, number, secret, email } = await takenDown('Both')
  await counter(author, number)
  time = after(time, minute)
  await counter(other, number)
  const sentAt = time
  time = after(time, minute)

  const { status, body } = await decide(admin, number, 'restored', {
    ...early,
    scripts: [first.id, second.id],
  })

  expect([status, body.state]).toEqual([200, 'open'])
  expect([await isPublic(first), await isPublic(second), await isPublic(third)]).toEqual([true, true, false])
  for (const message of [
    'counter-notice about',
    'counter-notice about',
    'we restored: Both first, Both second.',
  ])
    expect((await mailbox.next(email)).message).toContain(message)
  expect((await statusOf(number, secret)).body).toMatchObject({
    state: 'counter-notice',
    dueAt: after(sentAt, 14 * day).toISOString(),
  })
  const { body: bell } = await app.request(other, 'GET', '/api/notifications')
  expect(JSON.stringify(bell)).not.toContain('counter-notice was reviewed')

  time = after(time, minute)
  const unexplained = await decide(admin, number, 'taken-down')
  expect(unexplained).toMatchObject({ status: 400, body: { fields: { response: expect.any(String) } } })
  const refused = await decide(admin, number, 'taken-down', { response: 'The claimant went to court.' })
  expect([refused.status, refused.body.state]).toEqual([200, 'closed'])
  expect((await mailbox.next(other.email)).message).toContain('The claimant went to court.')
  expect([await isPublic(first), await isPublic(third)]).toEqual([true, false])
})

test('a script that its uploader does not get back with the others stays hidden for a reason', async () => {
  const { author, first, second, third, number } = await takenDown('Part')
  await counter(author, number)
  time = after(time, minute)
  const only = { scripts: [first.id] }

  const unexplained = await decide(admin, number, 'restored', only)

  expect(unexplained).toMatchObject({ status: 400, body: { fields: { response: expect.any(String) } } })
  expect(await isPublic(first)).toBe(false)
  const { status, body } = await decide(admin, number, 'restored', {
    ...only,
    response: 'The second is a copy.',
  })
  expect([status, body.state]).toEqual([200, 'closed'])
  expect([await isPublic(first), await isPublic(second), await isPublic(third)]).toEqual([true, false, false])
  // The other email is about the script that is public again.
  const mails = [await mailbox.next(author.email), await mailbox.next(author.email)]
  const { message } = mails.find((mail) => mail.message.includes('counter-notice')) ?? {}
  expect(message).toContain('Still hidden: Part second.')
  expect(message).toContain('The second is a copy.')
})
