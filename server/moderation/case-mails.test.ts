import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { inTransaction } from '#platform/database/database.ts'
import { deliverMail } from '#platform/mail/mailer.ts'
import { openCase } from '#server/records/records.public.ts'
import { runQueued } from '#test-support/analyses.ts'
import { casesOf } from '#test-support/cases.ts'
import { dispatchAll } from '#test-support/events.ts'
import { startMailbox } from '#test-support/mail.ts'
import { insertTestScript, insertTestVersion } from '#test-support/scripts.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const mailbox = await startMailbox()
const app = await startTestApp({ config: { smtpUrl: mailbox.url } })
const { report, appeal, write, decide } = casesOf(app)
const staff = ['admin.system.access', 'admin.scripts.moderate', 'admin.users.ban'] as const
const moderator = await app.createUser(...staff)
const second = await app.createUser(...staff)
await confirmEmail(moderator)

async function confirmEmail({ id }: { id: number }) {
  await app.db.execute(sql`update users set email_verified = true where id = ${id}`)
}

async function createUser(): Promise<TestUser> {
  const user = await app.createUser()
  await confirmEmail(user)
  return user
}

async function script(author: TestUser) {
  const id = await insertTestScript(app, { author, name: 'Garage' })
  return { id, versionId: await insertTestVersion(app, id) }
}

/** The e-mails that were sent since the last call, by recipient. */
async function sent(): Promise<Map<string, string[]>> {
  await dispatchAll(app)
  await runQueued(app, deliverMail)
  const mails = Map.groupBy(mailbox.received.splice(0), ({ to }) => to)
  return new Map([...mails].map(([to, found]) => [to, found.map(({ message }) => message)]))
}

test('a message of the staff is mailed to its recipient, notes and messages of parties to no user', async () => {
  const [author, reporter] = [await createUser(), await createUser()]
  const { body } = await report(reporter, { scriptId: (await script(author)).id })
  await app.request(moderator, 'POST', `/api/moderation/cases/${body.id}/claim`)
  const opened = await sent()
  expect([...opened.keys()]).toEqual([author.email])
  const [notice = '', ...more] = opened.get(author.email) ?? []
  expect(more).toEqual([])
  expect(notice).toContain('Subject: Your script was reported: Garage - Scripthaven')
  expect(notice).toContain('Reason: it is the work of another author.')
  expect(notice).toContain('This is the work of another author, see the link.')
  expect(notice).toContain(`https://hub.example/cases/${body.id}`)
  expect(notice).not.toContain(reporter.username)

  await write(moderator, body.id, 'Looks like a copy.')
  await write(author, body.id, 'I wrote this myself.')
  await write(moderator, body.id, 'Which lines are copied?', 'opener')

  const mails = await sent()
  expect([...mails.keys()]).toEqual([reporter.email])
  expect(mails.get(reporter.email)).toEqual([
    expect.stringContaining(`Subject: New message in case #${body.id}: Garage - Scripthaven`),
  ])
  const [mail] = mails.get(reporter.email) ?? []
  expect(mail).toContain(`Hello ${reporter.username},`)
  expect(mail).toContain('Which lines are copied?')
  expect(mail).toContain(`https://hub.example/cases/${body.id}`)
})

test('reporter and author get one e-mail each about a decision, without the name of the other', async () => {
  const [author, reporter] = [await createUser(), await createUser()]
  const { body } = await report(reporter, { scriptId: (await script(author)).id })
  await sent()

  await decide(moderator, body.id, 'warned', { response: 'Please name the license.' })

  const mails = await sent()
  expect(new Set(mails.keys())).toEqual(new Set([author.email, reporter.email]))
  const [[ofAuthor = '', ...more], [ofReporter = '', ...others]] = [
    mails.get(author.email) ?? [],
    mails.get(reporter.email) ?? [],
  ]
  expect([...more, ...others]).toEqual([])
  expect(ofReporter).toContain('We reviewed your report about Garage and gave the author a warning.')
  expect(ofAuthor).toContain('We reviewed a report about Garage and are giving you a warning.')
  expect(ofAuthor).not.toContain(reporter.username)
  expect(ofReporter).toContain(`Subject: We reviewed your report: Garage (case #${body.id}) - Scripthaven`)
  expect(ofAuthor).toContain(`Subject: We reviewed a report: Garage (case #${body.id}) - Scripthaven`)
  for (const mail of [ofAuthor, ofReporter]) {
    expect(mail).toContain('Please name the license.')
    expect(mail).toContain(`https://hub.example/cases/${body.id}`)
    expect(mail).not.toContain(moderator.username)
  }
})

test('the author of a script that a report hides gets one e-mail, an unconfirmed reporter none', async () => {
  const [author, reporter] = [await createUser(), await app.createUser()]
  const { body } = await report(reporter, { scriptId: (await script(author)).id })
  await sent()

  await decide(moderator, body.id, 'removed', { removalReason: 'stolen' })

  const mails = await sent()
  expect([...mails.keys()]).toEqual([author.email])
  expect(mails.get(author.email)).toEqual([
    expect.stringContaining('Subject: Your script was hidden: Garage - Scripthaven'),
  ])
})

test('the author gets one e-mail about a version that a moderator withdraws, with the link to appeal', async () => {
  const [author, reporter] = [await createUser(), await createUser()]
  const [one, two] = [await script(author), await script(author)]
  const withdrawal = { kind: 'security', reason: 'It runs code of a stranger.' }
  const { body } = await report(reporter, { versionId: two.versionId, reason: 'backdoor' })
  await sent()

  await app.request(moderator, 'POST', `/api/versions/${one.versionId}/withdraw`, withdrawal)
  const mails = await sent()
  expect([...mails.keys()]).toEqual([author.email])
  const [mail, ...more] = mails.get(author.email) ?? []
  expect(more).toEqual([])
  expect(mail).toContain('Subject: Your version was withdrawn: Garage 1.0.0 - Scripthaven')
  expect(mail).toContain(withdrawal.reason)
  expect(mail).toContain(`https://hub.example/cases?appeal=version-${one.versionId}`)

  await decide(moderator, body.id, 'withdrawn')
  expect((await sent()).get(author.email)).toEqual([
    expect.stringContaining(`https://hub.example/cases?appeal=version-${two.versionId}`),
  ])
})

test('a banned user gets the decision on the appeal of the ban', async () => {
  const user = await createUser()
  const path = `/api/users/admin/users/${user.id}/ban`
  const ban = await app.request(moderator, 'POST', path, { reason: 'Spam', is_permanent: true })
  const { body } = await appeal(user, { banId: ban.body.history[0].id })
  await sent()

  await decide(second, body.id, 'denied', { response: 'The messages are still there.' })

  const [mail, ...more] = (await sent()).get(user.email) ?? []
  expect(more).toEqual([])
  expect(mail).toContain('Your appeal against your ban was denied.')
  expect(mail).toContain('The messages are still there.')
})

test.each([
  ['published', 'Garage 1.0.0 was published.', '/scripts/'],
  ['rejected', 'Garage 1.0.0 was not published.', '/cases/'],
])('the author gets the decision of a review: %s', async (decision, text, path) => {
  const author = await createUser()
  const scriptId = await insertTestScript(app, { author, name: 'Garage', publication: 'review' })
  const versionId = await insertTestVersion(app, scriptId)
  await app.db.execute(sql`update script_versions set published_at = null where id = ${versionId}`)
  const subject = { scriptId, versionId, userId: author.id, title: 'Garage' }
  const id = await inTransaction(app.db, (tx) =>
    openCase(tx, { kind: 'review', reason: 'all', ...subject }, new Date()),
  )

  expect(await decide(moderator, id ?? 0, decision)).toMatchObject({ status: 200 })

  const mails = await sent()
  expect([...mails.keys()]).toEqual([author.email])
  expect(mails.get(author.email)).toEqual([expect.stringContaining(text)])
  const [mail] = mails.get(author.email) ?? []
  expect(mail).toContain('This is the response to everyone.')
  expect(mail).toContain(`https://hub.example${path}${path === '/cases/' ? id : scriptId}`)
})
