import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { startMailbox } from '#test-support/mail.ts'
import { editForm } from '#test-support/script-forms.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { notice, takedownsOf } from '#test-support/takedowns.ts'
import { startTestApp } from '#test-support/test-app.ts'

const mailbox = await startMailbox()
const app = await startTestApp({ config: { smtpUrl: mailbox.url }, runsJobs: true })
const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')
const admin = await app.createUser('admin.system.access', 'admin.takedowns.manage')
const { send, confirm, statusOf, submit, decide, counter } = takedownsOf(app, mailbox)

const countNotices = async () =>
  (await app.db.execute(sql`select count(*)::int as n from takedown_notices`)).rows[0]

describe('a notice is rejected', async () => {
  const author = await app.createUser('scripts.upload')
  const script = await submit(author, 'Rejected notices')
  const url = `/scripts/${script.id}`

  test.each([
    ['without an e-mail address', { email: '' }, 'email'],
    ['with an invalid e-mail address', { email: 'ada' }, 'email'],
    ['with a second recipient', { email: 'ada@example.com, eve@example.com' }, 'email'],
    ['without a name', { name: ' ' }, 'name'],
    ['with a name of two lines', { name: 'Ada\nBcc: x' }, 'name'],
    ['with a URL as the name', { name: 'https://evil.example' }, 'name'],
    ['with a domain in the name', { name: 'Visit evil.example now' }, 'name'],
    ['with a domain of another script in the name', { name: 'пример.рф' }, 'name'],
    ['with a digit in the name', { name: 'Ada 2' }, 'name'],
    ['without the owner of the rights', { onBehalfOf: undefined }, 'onBehalfOf'],
    ['for an unknown right', { right: 'taste' }, 'right'],
    ['without the work', { work: 'mine' }, 'work'],
    ['without a URL', { urls: [] }, 'urls'],
    ['with 21 URLs', { urls: Array.from({ length: 21 }, () => url) }, 'urls'],
    ['with the URL of another page', { urls: ['/users/1'] }, 'urls'],
    ['with the URL of another site', { urls: [`https://evil.example${url}`] }, 'urls'],
    ['with a script that does not exist', { urls: [url, '/scripts/999999'] }, 'urls'],
    ['with a script beyond all ids', { urls: ['/scripts/9999999999'] }, 'urls'],
    ['with a URL that cannot be parsed', { urls: ['http://[/scripts/1'] }, 'urls'],
    ['with half a character in the work', { work: `${'x'.repeat(30)}\ud800` }, 'work'],
    ['with half a character in a URL', { urls: [`${url}?a=\ud800`] }, 'urls'],
    ['without good faith', { goodFaith: false }, 'goodFaith'],
    ['without the statement under penalty of perjury', { perjury: undefined }, 'perjury'],
    ['without a signature', { signature: '' }, 'signature'],
  ])('%s', async (_, change, field) => {
    const before = await countNotices()

    const { status, body } = await send(notice({ urls: [url], ...change }))

    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
    expect(await countNotices()).toEqual(before)
  })

  test('after five of one e-mail address in a day', async () => {
    const body = notice({ urls: [url], email: 'flood@example.com' })
    for (let sent = 0; sent < 5; sent++) expect((await send(body)).status).toBe(201)
    for (const email of ['Flood@Example.com', 'flood+6@example.com', 'flood+a+b@EXAMPLE.com'])
      expect([email, (await send({ ...body, email })).status]).toEqual([email, 409])
  })

  test('after five of one mailbox at Gmail, with dots or without', async () => {
    const emails = ['f.lood', 'fl.ood', 'flo.od+1', 'floo.d', 'flood', 'f.l.o.o.d']
    const statuses: number[] = []
    for (const name of emails)
      statuses.push((await send(notice({ urls: [url], email: `${name}@gmail.com` }))).status)
    expect(statuses).toEqual([201, 201, 201, 201, 201, 409])
  })

  test('after five of one mailbox that were sent at the same time', async () => {
    const bodies = Array.from({ length: 8 }, (_, n) => notice({ urls: [url], email: `at+${n}@example.com` }))

    const replies = await Promise.all(bodies.map((body) => send(body)))

    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 201, 201, 201, 201, 409, 409, 409,
    ])
  })
})

test.each([
  'Ada Author',
  'José María Ñandú',
  'J.R.R. Tolkien',
  'Anne-Marie O’Neill',
  'Μαρία',
  '山田 太郎',
  'St. John',
])('a notice of %s is accepted', async (name) => {
  const script = await submit(await app.createUser('scripts.upload'), 'Of a name')
  expect((await send(notice({ urls: [`/scripts/${script.id}`], name }))).status).toBe(201)
})

test('a script that was never public is like an unknown one, and its author can delete it', async () => {
  const author = await app.createUser('scripts.upload')
  const id = await insertTestScript(app, { author, name: 'Secret name', publication: 'review' })
  const hidden = await submit(author, 'Public before')
  await app.request(moderator, 'POST', `/api/scripts/${hidden.id}/removal`, { reason: 'spam' })
  await app.request(author, 'PUT', `/api/scripts/${hidden.id}`, editForm({ name: 'Renamed in secret' }))
  const before = await countNotices()

  const unknown = await send(notice({ urls: ['/scripts/999999'] }))
  const own = await send(notice({ urls: [`/scripts/${id}`] }))

  expect([own.status, JSON.stringify(own.body).replaceAll(`/scripts/${id}`, '/scripts/999999')]).toEqual([
    400,
    JSON.stringify(unknown.body),
  ])
  expect(await countNotices()).toEqual(before)
  expect((await app.request(author, 'DELETE', `/api/scripts/${id}`)).status).toBe(204)

  const body = notice({ urls: [`/scripts/${hidden.id}`] })
  await send(body)
  const { message } = await mailbox.next(body.email)
  expect(message).not.toMatch(/Renamed in secret|Public before/)
  const token = /confirm\?token=([\w-]+)/.exec(message)?.[1]
  const { number, secret } = (await confirm(token)).body
  expect((await mailbox.next(body.email)).message).not.toContain('Renamed in secret')
  expect((await statusOf(number, secret)).body.scripts).toEqual([
    { id: hidden.id, name: `Script #${hidden.id}`, isTakenDown: false },
  ])

  expect((await decide(admin, number, 'taken-down', { response: 'It is a copy.' })).status).toBe(200)
  expect((await mailbox.next(body.email)).message).not.toContain('Renamed in secret')
  const answered = await counter(author, number)
  expect(answered).toMatchObject({ status: 201, body: { scripts: [{ name: 'Renamed in secret' }] } })
  const { message: mail } = await mailbox.next(body.email)
  expect(mail).toContain(`Script #${hidden.id}`)
  expect(mail).not.toContain('Renamed in secret')
})
