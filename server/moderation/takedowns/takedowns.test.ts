import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { after, day } from '#platform/clock.ts'
import { casesOf } from '#test-support/cases.ts'
import { startMailbox } from '#test-support/mail.ts'
import { scriptForm } from '#test-support/script-forms.ts'
import { counterNotice, notice, takedownsOf } from '#test-support/takedowns.ts'
import { startTestApp } from '#test-support/test-app.ts'

const mailbox = await startMailbox()
let time = new Date()
const app = await startTestApp({
  config: { smtpUrl: mailbox.url },
  runsJobs: true,
  clock: { now: () => time },
})
const site = app.app.config.publicUrl
const admin = await app.createUser(
  'admin.system.access',
  'admin.scripts.moderate',
  'admin.takedowns.manage',
  'admin.activities.view',
)
const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')

const { log: readLog } = casesOf(app)
const { send, confirm, statusOf, decide, counter, submit, linkIn, confirmed } = takedownsOf(app, mailbox)

const countCases = async () => (await app.db.execute(sql`select count(*)::int as n from cases`)).rows[0]

test('a forged, expired or used confirmation link opens no case', async () => {
  const author = await app.createUser('scripts.upload')
  const script = await submit(author, 'Links')
  const body = notice({ urls: [`${site}/scripts/${script.id}?v=2#top`] })
  await send(body)
  const token = (await linkIn(body.email)).searchParams.get('token')
  const before = await countCases()

  for (const forged of ['x', `${token}x`, 'A'.repeat(43), '']) {
    const { status } = await confirm(forged)
    expect([forged, status]).toEqual([forged, forged === '' ? 400 : 404])
  }
  expect((await confirm(null)).status).toBe(400)
  const now = time
  time = new Date(now.getTime() + 8 * 86_400_000)
  expect((await confirm(token)).status).toBe(404)
  time = now
  expect(await countCases()).toEqual(before)

  expect((await confirm(token)).status).toBe(200)
  expect((await confirm(token)).status).toBe(409)
  const { rows } = await app.db.execute<{ text: string }>(
    sql`select concat(n::text, c::text) as text from takedown_notices n join cases c on c.id = n.case_id where n.email = ${body.email}`,
  )
  expect(rows[0]?.text).toContain('Ada Author')
  expect(rows[0]?.text).not.toContain(String(token))
})

test('only the secret of the notice opens its status', async () => {
  const author = await app.createUser('scripts.upload')
  const script = await submit(author, 'Status')
  const [own, other] = [await confirmed(script), await confirmed(script)]

  expect(await statusOf(own.number, own.secret)).toMatchObject({
    status: 200,
    body: {
      number: own.number,
      state: 'received',
      scripts: [{ id: script.id, name: 'Status', isTakenDown: false }],
      dueAt: new Date(time.getTime() + 48 * 3_600_000).toISOString(),
    },
  })
  for (const [number, secret] of [
    [own.number, other.secret],
    [own.number, own.token],
    [own.number, 'x'],
    ['DMCA-999999', own.secret],
    ['DMCA-4294967297', own.secret],
  ])
    expect((await statusOf(number, secret)).status).toBe(404)
  expect((await statusOf('dmca-x', own.secret)).status).toBe(404)
  expect((await app.request(null, 'GET', `/api/takedowns/${own.number}`)).status).toBe(400)
})

test('a notice is decided by holders of the permission only', async () => {
  const author = await app.createUser('scripts.upload')
  const { number } = await confirmed(await submit(author, 'Decided by staff'))
  const path = `/api/cases/${number.slice(5)}`

  expect((await decide(moderator, number, 'taken-down')).status).toBe(404)
  expect((await decide(author, number, 'denied', { response: 'Mine.' })).status).toBe(403)
  expect((await decide(admin, number, 'restored')).status).toBe(400)
  expect((await decide(admin, number, 'published')).status).toBe(400)
  const { body } = await app.request(admin, 'GET', path)
  expect(body).toMatchObject({ kind: 'takedown', state: 'open', reason: 'copyright', canDecide: true })
  expect(body.messages[0].text).toContain('Ada Author <ada')
})

test('a denied notice changes no script and is answered', async () => {
  const author = await app.createUser('scripts.upload')
  const script = await submit(author, 'Denied')
  const { number, secret, email } = await confirmed(script)

  const response = 'The work that you name is another one.'
  expect((await decide(admin, number, 'denied', { response })).status).toBe(200)

  expect((await mailbox.next(email)).message).toContain(response)
  expect((await statusOf(number, secret)).body).toMatchObject({ state: 'denied', response, dueAt: null })
  expect((await app.request(null, 'GET', `/api/scripts/${script.id}`)).status).toBe(200)
  expect((await counter(author, number)).status).toBe(404)
})

test('from the notice over the takedown and the counter-notice to the restored script', async () => {
  const [author, stranger, copier] = [
    await app.createUser('scripts.upload'),
    await app.createUser(),
    await app.createUser('scripts.upload'),
  ]
  const script = await submit(author, 'Disputed shop')
  const visible = async () => (await app.request(null, 'GET', `/api/scripts/${script.id}`)).status
  const { number, secret, email } = await confirmed(script)

  const taken = await decide(admin, number, 'taken-down', { response: 'The notice is complete.' })

  expect(taken.status).toBe(200)
  expect(await visible()).toBe(404)
  expect((await mailbox.next(email)).message).toContain('we took down: ')
  expect((await statusOf(number, secret)).body).toMatchObject({
    state: 'taken-down',
    scripts: [{ id: script.id, isTakenDown: true }],
  })
  const again = await scriptForm({ name: 'Copy' }, { archive: script.archive })
  const { body: rejected } = await app.request(copier, 'POST', '/api/scripts', again)
  expect(rejected.fields.scriptFile).toContain(`case #${number.slice(5)}`)
  await expect
    .poll(async () => {
      const { body } = await app.request(author, 'GET', '/api/notifications')
      return body.notifications.map(({ path }: { path: string }) => path)
    })
    .toContain(`/takedown/${number}/counter-notice`)

  expect((await counter(null, number)).status).toBe(401)
  expect((await counter(stranger, number)).status).toBe(404)
  const { status, body } = await counter(author, number, counterNotice({ jurisdiction: false, contact: 'x' }))
  expect([status, Object.keys(body.fields).toSorted()]).toEqual([400, ['contact', 'jurisdiction']])
  const links = 'See https://a.example, https://b.example and www.c.example for how I wrote it.'
  for (const field of ['contact', 'explanation'])
    expect(await counter(author, number, counterNotice({ [field]: links }))).toMatchObject({
      status: 400,
      body: { fields: { [field]: expect.stringContaining('New accounts can use 2 links') } },
    })
  const sent = await counter(author, number)
  expect([sent.status, sent.body]).toEqual([201, expect.objectContaining({ canSend: false, number })])
  expect((await counter(author, number)).status).toBe(409)
  const mail = (await mailbox.next(email)).message
  expect(mail).toContain('Counter-notice')
  expect(mail).toContain('Bob Builder')
  expect((await statusOf(number, secret)).body).toMatchObject({
    state: 'counter-notice',
    dueAt: new Date(time.getTime() + 14 * 86_400_000).toISOString(),
  })
  expect(await visible()).toBe(404)

  expect((await decide(admin, number, 'denied', { response: 'No.' })).status).toBe(400)
  const early = { response: 'The claimant took the notice back.' }
  expect((await decide(admin, number, 'restored', early)).status).toBe(200)

  expect(await visible()).toBe(200)
  expect((await mailbox.next(email)).message).toContain('we restored: ')
  expect((await statusOf(number, secret)).body).toMatchObject({
    state: 'restored',
    scripts: [{ id: script.id, isTakenDown: false }],
  })
  const form = await scriptForm({ name: 'Copy' }, { archive: script.archive })
  expect((await app.request(copier, 'POST', '/api/scripts', form)).status).toBe(201)
  const { body: found } = await app.request(admin, 'GET', `/api/cases/${number.slice(5)}`)
  const texts = found.messages.map(({ text }: { text: string }) => text).join('\n')
  for (const step of [
    'confirmed the notice',
    'took down Disputed shop',
    'The notice is complete.',
    'Counter-notice of',
    'restored Disputed shop',
  ])
    expect(texts).toContain(step)
  const { body: log } = await app.request(admin, 'GET', '/api/activities?type=system&limit=100')
  const actions = log.activities
    .filter(({ metadata }: { metadata: { caseId?: number } }) => metadata?.caseId === Number(number.slice(5)))
    .map(({ action }: { action: string }) => action)
  for (const action of [
    'Takedown Received',
    'Takedown Decided',
    'Counter-notice Received',
    'Blocklist Entry Removed',
  ])
    expect(actions).toContain(action)
})

test('the log has both decisions of a notice in their order, the first one also while its case is open again', async () => {
  const author = await app.createUser('scripts.upload')
  const script = await submit(author, 'Logged twice')
  const { number } = await confirmed(script)
  const id = Number(number.slice(5))
  const entriesOf = async (query = '') => {
    const { entries, pagination } = await readLog(query)
    const own = entries.filter((entry: { id: number }) => entry.id === id)
    return { own, total: pagination.total }
  }
  const before = await entriesOf()
  await decide(admin, number, 'taken-down', { logNote: 'The notice is complete.' })
  const [first] = (await entriesOf()).own

  await counter(author, number)

  expect(await entriesOf()).toEqual({ own: [first], total: before.total + 1 })
  time = after(time, day)
  await decide(admin, number, 'restored', {
    response: 'It was a mistake.',
    logNote: 'The claimant did not go to court.',
  })
  const named = { kind: 'takedown', reason: 'copyright', script: { id: script.id, name: 'Logged twice' } }
  expect(first).toMatchObject({ decision: 'taken-down', note: 'The notice is complete.', script: null })
  const last = { ...first, ...named, at: time.toISOString(), decision: 'restored' }
  expect(await entriesOf()).toEqual({
    own: [
      { ...last, note: 'The claimant did not go to court.' },
      { ...first, ...named },
    ],
    total: before.total + 2,
  })
  expect((await entriesOf('?decision=taken-down')).own).toEqual([{ ...first, ...named }])
  expect((await entriesOf('?decision=restored')).own).toHaveLength(1)
})

test('a counter-notice that does not convince leaves the script hidden', async () => {
  const author = await app.createUser('scripts.upload')
  await app.db.execute(sql`update users set email_verified = true where id = ${author.id}`)
  const script = await submit(author, 'Stays hidden')
  const { number, secret } = await confirmed(script)
  await decide(admin, number, 'taken-down', { response: 'The notice is complete.' })
  const { message: first } = await mailbox.next(author.email)
  expect(first).toContain(`Taken down after notice ${number}: Stays hidden.`)
  expect(first).toContain('The notice is complete.')
  expect(first).toContain(`${site}/takedown/${number}/counter-notice`)
  const { removal } = (await app.request(author, 'GET', `/api/scripts/${script.id}`)).body
  expect(removal).toMatchObject({ reason: 'copyright', takedown: number })
  const appeal = { kind: 'appeal', text: 'This is my own work, please look again.', removalId: removal.id }
  const { status, body } = await app.request(author, 'POST', '/api/cases', appeal)
  expect([status, body.error]).toEqual([
    409,
    `${number} is answered with a counter-notice instead of an appeal`,
  ])
  await counter(author, number)

  expect(
    (await decide(admin, number, 'taken-down', { response: 'The claimant went to court.' })).status,
  ).toBe(200)

  const { message } = await mailbox.next(author.email)
  expect(message).toContain(`We reviewed the counter-notice to ${number}. Still hidden: Stays hidden.`)
  expect(message).toContain('The claimant went to court.')
  expect((await app.request(null, 'GET', `/api/scripts/${script.id}`)).status).toBe(404)
  expect((await statusOf(number, secret)).body).toMatchObject({ state: 'taken-down' })
  expect((await counter(author, number)).status).toBe(409)
})
