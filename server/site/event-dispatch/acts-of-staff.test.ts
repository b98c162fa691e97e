import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { after, day } from '#platform/clock.ts'
import { deliverMail } from '#platform/mail/mailer.ts'
import { runQueued } from '#test-support/analyses.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { casesOf } from '#test-support/cases.ts'
import { dispatchAll } from '#test-support/events.ts'
import { startMailbox } from '#test-support/mail.ts'
import { createPng, editForm } from '#test-support/script-forms.ts'
import { insertTestScript, insertTestVersion } from '#test-support/scripts.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const now = new Date('2026-06-15T12:00:00Z')
const mailbox = await startMailbox()
const app = await startTestApp({ config: { smtpUrl: mailbox.url }, clock: { now: () => now } })
const { report, appeal, decide } = casesOf(app)
const moderator = await app.createUser()
await app.joinGroup(moderator.id, 'staff', 50, [
  'admin.system.access',
  'admin.scripts.moderate',
  'admin.users.ban',
  'admin.users.list',
])
const owner = await app.createOwner()

async function createUser(): Promise<TestUser> {
  const user = await app.createUser('scripts.upload')
  await app.db.execute(sql`update users set email_verified = true where id = ${user.id}`)
  return user
}

async function createScript() {
  const author = await createUser()
  const id = await insertTestScript(app, { author, name: 'Garage', tags: ['car'] })
  return { author, id, versionId: await insertTestVersion(app, id) }
}

/** The kinds and texts of a user's notifications, both sorted, and the emails since the last call. */
async function messagesOf(user: TestUser) {
  await dispatchAll(app)
  await runQueued(app, deliverMail)
  const own = mailbox.received.filter(({ to }) => to === user.email)
  for (const mail of own) mailbox.received.splice(mailbox.received.indexOf(mail), 1)
  const mails = own.map(({ message }) => message)
  const { body } = await app.request(user, 'GET', '/api/notifications')
  const notifications: { kind: string; text: string }[] = body.notifications
  const texts = notifications.map(({ text }) => text).toSorted()
  const names = new RegExp(`\\b(?:${moderator.username}|${owner.username})\\b`)
  for (const text of [...texts, ...mails]) expect(text).not.toMatch(names)
  return { kinds: notifications.map(({ kind }) => kind).toSorted(), texts, mails }
}

/** The single message: the kind and text of the notification, and the e-mail. */
async function onlyMessageOf(user: TestUser) {
  const { kinds, texts, mails } = await messagesOf(user)
  expect([kinds.length, mails.length]).toEqual([1, 1])
  return { kind: kinds[0], text: texts[0], mail: mails[0] ?? '' }
}

const subjectIs = (subject: string) => expect.stringContaining(`Subject: ${subject} - Scripthaven`)

const put = (user: TestUser, { id }: { id: number }, form: FormData) =>
  app.request(user, 'PUT', `/api/scripts/${id}`, form)
const post = (user: TestUser, path: string, body?: FormData | Record<string, unknown>) =>
  app.request(user, 'POST', path, body)
const archive = { fileName: 'a.zip', content: zipOf([{ name: 'a/server.lua', content: 'print(1)' }]) }

describe('the author gets a notification and an email about what staff did to a script', () => {
  test.each([
    [
      'an edit, with the old and new values',
      (script: { id: number }) => put(moderator, script, editForm({ name: 'Garage 2', tags: 'car,police' })),
      'A moderator changed Garage 2. Name: Garage → Garage 2. Tags: car → car, police.',
      'A moderator changed your script Garage 2.',
    ],
    [
      'an edit of the description and the images by an administrator',
      async (script: { id: number }) =>
        put(
          owner,
          script,
          editForm(
            { description: 'A text that an administrator wrote.' },
            { images: [{ content: await createPng() }] },
          ),
        ),
      'An administrator changed Garage. The description was changed. The images were changed.',
      'An administrator changed your script Garage.',
    ],
    [
      'an edit with a new archive',
      (script: { id: number }) => put(moderator, script, editForm({ version: '2.0.0' }, { archive })),
      'A moderator changed Garage. Version 2.0.0 was uploaded.',
      'Version 2.0.0 was uploaded.',
    ],
    [
      'a new version',
      ({ id }: { id: number }) =>
        post(moderator, `/api/scripts/${id}/versions`, editForm({ number: '3.0.0' }, { archive })),
      'A moderator changed Garage. Version 3.0.0 was uploaded.',
      'Version 3.0.0 was uploaded.',
    ],
    [
      'an edited changelog',
      ({ versionId }: { versionId: number }) =>
        app.request(moderator, 'PUT', `/api/versions/${versionId}`, { changelog: 'Fixes.' }),
      'A moderator changed Garage. The changelog of 1.0.0 was changed.',
      'The changelog of 1.0.0 was changed.',
    ],
  ])('%s', async (_, act, text, mail) => {
    const script = await createScript()

    const { status } = await act(script)
    expect([200, 201]).toContain(status)

    const subject = `Your script was changed: ${text.includes('Garage 2') ? 'Garage 2' : 'Garage'}`
    const message = await onlyMessageOf(script.author)
    expect(message).toEqual({ kind: 'script-changed', text, mail: subjectIs(subject) })
    expect(message.mail).toContain(mail)
  })

  test('a version that is withdrawn by the moderator who uploaded it, and restored', async () => {
    const { author, id } = await createScript()
    const { body } = await post(moderator, `/api/scripts/${id}/versions`, editForm({}, { archive }))
    await app.db.execute(sql`update script_versions set published_at = ${now} where id = ${body.id}`)
    await messagesOf(author)

    await post(moderator, `/api/versions/${body.id}/withdraw`, {
      kind: 'other',
      reason: 'It was the wrong file.',
    })
    await post(moderator, `/api/versions/${body.id}/restore`)

    const { kinds, texts, mails } = await messagesOf(author)
    expect(kinds).toEqual(['script-changed', 'script-changed', 'version-withdrawn'])
    expect(texts).toEqual([
      'A moderator changed Garage. Version 1.0.1 was restored.',
      'A moderator changed Garage. Version 1.0.1 was uploaded.',
      'A moderator withdrew Garage 1.0.1: It was the wrong file.',
    ])
    expect(mails).toHaveLength(2)
  })

  test('a version that was never published and is restored', async () => {
    const { author, id } = await createScript()
    const { body } = await post(moderator, `/api/scripts/${id}/versions`, editForm({}, { archive }))
    await post(moderator, `/api/versions/${body.id}/withdraw`, {
      kind: 'other',
      reason: 'It was the wrong file.',
    })
    await app.db.execute(sql`update script_versions set published_at = null where id = ${body.id}`)
    await messagesOf(author)

    const restored = await post(moderator, `/api/versions/${body.id}/restore`)

    expect(restored.body).toMatchObject({ publishedAt: null, state: 'scanning' })
    expect((await messagesOf(author)).texts).toContain(
      'A moderator changed Garage. Version 1.0.1 was restored and is checked before it is published.',
    )
  })

  test('a script that an administrator hides, restores and deletes', async () => {
    const { author, id } = await createScript()

    await app.request(owner, 'POST', `/api/scripts/${id}/removal`, { reason: 'spam' })
    await app.request(owner, 'DELETE', `/api/scripts/${id}/removal`)
    await app.request(owner, 'DELETE', `/api/scripts/${id}`)

    const { texts, mails } = await messagesOf(author)
    expect(texts).toEqual([
      'An administrator deleted Garage.',
      'An administrator hid Garage. Reason: spam.',
      'An administrator restored Garage. It is public again.',
    ])
    expect(mails).toHaveLength(3)
  })
})

test('an edit that changes nothing, and one of the author, are no message for the author', async () => {
  const script = await createScript()

  expect((await put(moderator, script, editForm({ name: 'Garage' }))).status).toBe(200)
  expect((await put(script.author, script, editForm({ name: 'My garage' }))).status).toBe(200)
  await app.request(script.author, 'PUT', `/api/versions/${script.versionId}`, { changelog: 'Mine.' })

  expect(await messagesOf(script.author)).toEqual({ kinds: [], texts: [], mails: [] })
})

const banPath = ({ id }: TestUser) => `/api/users/admin/users/${id}/ban`
const weekLater = after(now, 7 * day).toISOString()

describe('the user gets a notification and an email about what staff did to the account', () => {
  test('a ban has its reason, its end and the way to appeal', async () => {
    const user = await createUser()

    await post(moderator, banPath(user), {
      reason: 'Sold copies.',
      is_permanent: false,
      expires_at: weekLater,
    })

    const text = 'A moderator banned your account until 22 Jun 2026, 12:00 UTC. Reason: Sold copies.'
    const message = await onlyMessageOf(user)
    expect(message).toEqual({
      kind: 'account-sanctioned',
      text,
      mail: subjectIs('Your account was banned'),
    })
    expect(message.mail).toContain('sign in: you can appeal on the page that shows your ban.')
  })

  test('a ban of a user with an unconfirmed address is in the notifications and is not mailed', async () => {
    const user = await app.createUser()

    await post(moderator, banPath(user), { reason: 'Sold copies.', is_permanent: true })

    const { kinds, mails } = await messagesOf(user)
    expect([kinds, mails]).toEqual([['account-sanctioned'], []])
  })

  test('a changed and a lifted ban', async () => {
    const user = await createUser()
    await post(moderator, banPath(user), { reason: 'Spam', is_permanent: true })
    await messagesOf(user)

    await app.request(owner, 'PUT', banPath(user), { is_permanent: false, expires_at: weekLater })
    await app.request(owner, 'DELETE', `/api/users/admin/users/${user.id}/unban`)

    const { texts, mails } = await messagesOf(user)
    expect(texts).toEqual([
      'A moderator permanently banned your account. Reason: Spam.',
      'An administrator changed your ban. It ends on 22 Jun 2026, 12:00 UTC. Reason: Spam.',
      'An administrator lifted your ban.',
    ])
    expect(mails).toHaveLength(2)
  })

  test('a ban with a case is mailed once, with the hidden scripts', async () => {
    const { author, id } = await createScript()
    const { body } = await report(await createUser(), { scriptId: id })
    await messagesOf(author)

    const response = 'Every script of yours is a copy.'
    const more = { ban: { is_permanent: true }, hideScripts: true, removalReason: 'stolen', response }
    expect(await decide(moderator, body.id, 'banned', more)).toMatchObject({ status: 200 })

    const { mails } = await messagesOf(author)
    expect(mails).toEqual([expect.stringContaining('Subject: Your account was banned - Scripthaven')])
    expect(mails[0]).toContain('A moderator permanently banned your account.')
    expect(mails[0]).toContain(`Reason: ${response}`)
    expect(mails[0]).toContain('Your script was hidden too: stolen work.')
  })

  test.each([
    [
      'an edit of the account',
      (user: TestUser) =>
        app.request(owner, 'PUT', `/api/users/admin/users/${user.id}`, {
          username: `${user.username}-new`,
          notes: 'Only for the staff.',
        }),
      (user: TestUser) =>
        `An administrator changed your account. Username: ${user.username} → ${user.username}-new.`,
    ],
    [
      'a group',
      async (user: TestUser) => {
        const { body } = await app.request(owner, 'GET', '/api/groups')
        const group_id = body.find(({ name }: { name: string }) => name === 'verified').id
        const path = `/api/users/admin/users/${user.id}/groups`
        return app.request(owner, 'PUT', path, { group_id, action: 'add' })
      },
      () => 'An administrator changed your account. You are in the group Verified member now.',
    ],
  ])('%s', async (_, act, textOf) => {
    const user = await createUser()

    expect(await act(user)).toMatchObject({ status: 200 })

    const text = textOf(user)
    const message = await onlyMessageOf(user)
    expect(message).toEqual({ kind: 'account-changed', text, mail: subjectIs('Your account was changed') })
    expect(message.mail).toContain('An administrator changed your account.')
  })
})

test('a bulk act that bans and hides sends one message to each user, and so does its undo', async () => {
  const [first, second] = [await createScript(), await createScript()]
  await insertTestScript(app, { author: first.author })
  const ids = [first.author.id, second.author.id]

  const bulk = { ids, reason: 'Spam', is_permanent: true, hide_scripts: 'spam' }
  const { body } = await post(moderator, '/api/users/admin/bans/bulk', bulk)

  for (const [{ author }, hidden] of [
    [first, 'Your 2 scripts were hidden too: spam.'],
    [second, 'Your script was hidden too: spam.'],
  ] as const) {
    const text = `A moderator permanently banned your account. Reason: Spam. ${hidden}`
    const { texts, mails } = await messagesOf(author)
    expect([texts, mails.length]).toEqual([[text], 1])
  }
  await post(moderator, `/api/users/admin/bulk-acts/${body.act_id}/undo`)
  const { texts, mails } = await messagesOf(first.author)
  expect([texts[0], texts.length, mails.length]).toEqual([
    'A moderator lifted your ban. Your 2 scripts were restored.',
    2,
    1,
  ])
})

test('a granted appeal against a hidden script sends one message, that of the decision', async () => {
  const script = await createScript()
  const { body } = await post(moderator, `/api/scripts/${script.id}/removal`, { reason: 'spam' })
  await messagesOf(script.author)
  const { body: appealed } = await appeal(script.author, { removalId: body.removal.id })

  expect((await decide(owner, appealed.id, 'granted')).status).toBe(200)

  const { kinds, mails } = await messagesOf(script.author)
  expect([kinds, mails.length]).toEqual([['case-decided', 'script-removed'], 1])
})
