import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { zipOf } from '#test-support/archives/zip.ts'
import { startMailbox } from '#test-support/mail.ts'
import { editForm } from '#test-support/script-forms.ts'
import { takedownsOf } from '#test-support/takedowns.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const mailbox = await startMailbox()
const app = await startTestApp({ config: { smtpUrl: mailbox.url }, runsJobs: true })
const staff = ['admin.system.access', 'admin.scripts.moderate', 'admin.takedowns.manage'] as const
const admin = await app.createUser(...staff)
const { decide, submit, confirmed } = takedownsOf(app, mailbox)

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
