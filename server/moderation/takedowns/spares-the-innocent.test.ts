import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { after, day, minute } from '#platform/clock.ts'
import { dispatchAll } from '#test-support/events.ts'
import { startMailbox } from '#test-support/mail.ts'
import { scriptForm } from '#test-support/script-forms.ts'
import { counterNotice, takedownsOf } from '#test-support/takedowns.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const mailbox = await startMailbox()
let time = new Date()
const app = await startTestApp({
  config: { smtpUrl: mailbox.url },
  runsJobs: true,
  clock: { now: () => time },
})
const admin = await app.createUser('admin.system.access', 'admin.scripts.moderate', 'admin.takedowns.manage')
const { decide, counter, submit, confirmed, statusOf } = takedownsOf(app, mailbox)

type Script = Awaited<ReturnType<typeof submit>>

async function createAuthor() {
  const author = await app.createUser('scripts.upload')
  await app.db.execute(sql`update users set email_verified = true where id = ${author.id}`)
  return author
}

/** The author of the original and two copiers with the same archive. */
async function createCopies(name: string) {
  const [author, copier, other] = [await createAuthor(), await createAuthor(), await createAuthor()]
  const content = `print('${name}')`
  const original = await submit(author, `${name} original`, content)
  const copy = await submit(copier, `${name} copy`, content)
  const another = await submit(other, `${name} other copy`, content)
  await allDone()
  return { author, copier, other, original, copy, another }
}

/** All jobs ran, also those that others added. */
async function allDone() {
  await expect
    .poll(async () => {
      await dispatchAll(app)
      const { rows } = await app.db.execute<{ n: number }>(sql`
        select count(*)::int as n from graphile_worker._private_jobs j
          join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier in ('analyse-archive', 'apply-analysis', 'rescan-file', 'dispatch-event') and j.run_at <= now()`)
      return rows[0]?.n
    })
    .toBe(0)
}

const seenNow = async (...scripts: Script[]) => {
  const statuses: number[] = []
  for (const { id } of scripts) statuses.push((await app.request(null, 'GET', `/api/scripts/${id}`)).status)
  return statuses
}
const seen = async (...scripts: Script[]) => {
  await allDone()
  return seenNow(...scripts)
}
const effectOf = async (number: string, scripts: Script[], more: object = {}) =>
  (
    await app.request(admin, 'POST', `/api/moderation/cases/${number.slice(5)}/effect`, {
      scripts: scripts.map(({ id }) => id),
      ...more,
    })
  ).body.scripts
const read = async (number: string) => (await app.request(admin, 'GET', `/api/cases/${number.slice(5)}`)).body
const textsOf = async (user: TestUser) =>
  (await app.request(user, 'GET', '/api/notifications')).body.notifications.map(
    ({ text }: { text: string }) => text,
  )

test('a notice over three uploaders, one of them the original author, hides the innocent at no moment', async () => {
  const { author, copier, other, original, copy, another } = await createCopies('Three')
  const all = [original, copy, another]
  const { number, secret, email } = await confirmed(...all)
  const ids = [copy.id, another.id]

  expect(await effectOf(number, [copy, another])).toEqual([])
  for (const wrong of [[], [999_999]])
    expect((await decide(admin, number, 'taken-down', { scripts: wrong })).status).toBe(400)
  expect(await seen(...all)).toEqual([200, 200, 200])

  expect((await decide(admin, number, 'taken-down', { scripts: ids })).status).toBe(200)

  // Before the jobs of the decision have run, and after.
  expect(await seenNow(...all)).toEqual([200, 404, 404])
  expect(await seen(...all)).toEqual([200, 404, 404])
  expect(await textsOf(author)).toEqual([])
  expect((await mailbox.next(email)).message).toContain('We denied the notice for: Three original')
  expect((await statusOf(number, secret)).body.scripts).toMatchObject([
    { id: original.id, isTakenDown: false },
    { id: copy.id, isTakenDown: true },
    { id: another.id, isTakenDown: true },
  ])
  for (const uploader of [copier, other]) {
    const form = await scriptForm({ name: 'Again' }, { archive: copy.archive })
    expect((await app.request(uploader, 'POST', '/api/scripts', form)).status).toBe(400)
  }
  const again = await scriptForm({ name: 'Mine again' }, { archive: original.archive })
  expect((await app.request(author, 'POST', '/api/scripts', again)).status).toBe(201)
  expect((await counter(author, number)).status).toBe(404)

  // Each copier answers on their own.
  time = after(time, minute)
  expect((await counter(copier, number)).status).toBe(201)
  const { noticeScripts, dueAt } = await read(number)
  expect(dueAt).toBe(after(time, 14 * day).toISOString())
  expect(noticeScripts).toMatchObject([
    { id: original.id, isTakenDown: false, restorableAt: null },
    { id: copy.id, isTakenDown: true, restorableAt: dueAt },
    { id: another.id, isTakenDown: true, restorableAt: null },
  ])
  expect((await decide(admin, number, 'restored', { scripts: [another.id], response: 'No.' })).status).toBe(
    400,
  )
  const early = await decide(admin, number, 'restored')
  expect([early.status, Object.keys(early.body.fields)]).toEqual([400, ['response']])
  expect(await seen(...all)).toEqual([200, 404, 404])

  expect((await decide(admin, number, 'restored', { response: 'The claimant agrees.' })).status).toBe(200)

  expect(await seen(...all)).toEqual([200, 200, 404])
  await mailbox.next(email)
  const mail = (await mailbox.next(email)).message
  expect(mail).toContain('we restored: Three copy')
  expect(mail).toContain('before the 14 days were over')
  expect((await statusOf(number, secret)).body).toMatchObject({ state: 'taken-down' })
  const form = await scriptForm({ name: 'Again' }, { archive: copy.archive })
  expect((await app.request(other, 'POST', '/api/scripts', form)).status).toBe(400)

  // The second one may still answer, and gets the script back without a reason after 14 days.
  time = after(time, minute)
  expect((await counter(other, number, counterNotice({ name: 'Otto Other' }))).status).toBe(201)
  time = after(time, 14 * day)
  const staff = await app.signIn(admin)
  expect((await decide(staff, number, 'restored')).status).toBe(200)
  expect(await seen(...all)).toEqual([200, 200, 200])
  expect((await statusOf(number, secret)).body).toMatchObject({ state: 'restored' })
  const { body: entries } = await app.request(staff, 'GET', `/api/moderation/blocklist?search=${copy.sha256}`)
  expect(entries.entries).toEqual([])
})

test('a script that the notice does not name waits, unless it is excepted, and is public again with the restored ones', async () => {
  const staff = await app.signIn(admin)
  const { author, copier, other, original, copy, another } = await createCopies('Unnamed')
  const excepted = await submit(await createAuthor(), 'Excepted copy', "print('Unnamed')")
  const all = [original, copy, another, excepted]
  const { number } = await confirmed(copy)
  const { body } = await app.request(staff, 'POST', `/api/moderation/cases/${number.slice(5)}/effect`, {
    scripts: [copy.id],
  })
  expect(body.scripts).toMatchObject([
    { id: original.id, author: author.username, isSpared: true },
    { id: another.id, author: other.username, isSpared: false },
    { id: excepted.id, isSpared: false },
  ])

  const actions = { except: [excepted.id] }
  expect((await decide(staff, number, 'taken-down', { actions })).status).toBe(200)

  expect(await seen(...all)).toEqual([200, 404, 404, 200])
  expect(await textsOf(author)).toEqual([])
  const { message } = await mailbox.next(other.email)
  expect(message).toContain('Unnamed other copy 1.0.0 is not public until a moderator has reviewed it')

  time = after(time, minute)
  await counter(copier, number)
  expect((await decide(staff, number, 'restored', { response: 'It was a mistake.' })).status).toBe(200)

  expect(await seen(...all)).toEqual([200, 200, 200, 200])
  expect((await mailbox.next(other.email)).message).toContain('It is no longer on the blocklist.')
})

test('what was taken down by mistake is restored without a counter-notice, with a reason', async () => {
  const staff = await app.signIn(admin)
  const author = await createAuthor()
  const script = await submit(author, 'By mistake')
  const { number } = await confirmed(script)
  await decide(staff, number, 'taken-down')
  const staffReads = async () => (await app.request(staff, 'GET', `/api/cases/${number.slice(5)}`)).body
  expect(await staffReads()).toMatchObject({ state: 'closed', canRestore: true })
  const { body } = await decide(staff, number, 'restored')
  expect(Object.keys(body.fields)).toEqual(['response'])
  expect((await decide(staff, number, 'denied', { response: 'No.' })).status).toBe(409)
  time = after(time, minute)

  const restored = await decide(staff, number, 'restored', { response: 'The claimant took the notice back.' })

  expect(restored).toMatchObject({
    status: 200,
    body: { state: 'closed', decision: 'restored', canRestore: false },
  })
  expect(await seen(script)).toEqual([200])
  time = after(time, minute)
  expect((await decide(staff, number, 'restored', { response: 'Once more.' })).status).toBe(400)
})

test('an author who is taken down is not spared, although the archive was theirs first', async () => {
  const staff = await app.signIn(admin)
  const { original, copy, another } = await createCopies('Thief first')
  const { number } = await confirmed(original)

  expect((await decide(staff, number, 'taken-down', { actions: { except: [copy.id] } })).status).toBe(200)

  expect(await seen(original, copy, another)).toEqual([404, 200, 404])
})

test('who got a script by a transfer while its notice was open is not spared either', async () => {
  const staff = await app.signIn(admin)
  const { author, original, copy, another } = await createCopies('Thief gives away')
  const { number } = await confirmed(original)
  const heir = await createAuthor()
  const draft = { username: heir.username }
  expect((await app.request(author, 'POST', `/api/scripts/${original.id}/transfer`, draft)).status).toBe(200)
  const [invitation] = (await app.request(heir, 'GET', '/api/invitations')).body.invitations
  await app.request(heir, 'POST', `/api/invitations/${invitation.id}/accept`)

  expect((await decide(staff, number, 'taken-down', { actions: { except: [copy.id] } })).status).toBe(200)

  expect(await seen(original, copy, another)).toEqual([404, 200, 404])
  expect((await sendAgain(heir, original)).status).toBe(400)
  expect((await sendAgain(author, original)).status).toBe(400)
})

const sendAgain = async (author: TestUser, { archive }: Script) =>
  app.request(author, 'POST', '/api/scripts', await scriptForm({ name: 'Once more' }, { archive }))
async function restore({ number }: { number: string }, scripts?: number[]) {
  time = after(time, minute)
  const staff = await app.signIn(admin)
  expect((await decide(staff, number, 'restored', { response: 'It was a mistake.', scripts })).status).toBe(
    200,
  )
}

test('restoring a later notice gives back what it changed about the entry of an earlier one', async () => {
  const { author, original, copy, another } = await createCopies('Two notices')
  const second = await submit(author, 'Second of the original author', "print('Two notices')")
  const all = [original, second, copy, another]
  const [first, later] = [await confirmed(copy), await confirmed(original)]
  await decide(await app.signIn(admin), first.number, 'taken-down')
  expect(await seen(...all)).toEqual([200, 200, 404, 404])
  const actions = { except: [another.id] }
  await decide(await app.signIn(admin), later.number, 'taken-down', { actions })
  expect(await seen(...all)).toEqual([404, 404, 404, 200])
  expect((await sendAgain(author, original)).status).toBe(400)

  await restore(later)

  expect(await seen(...all)).toEqual([200, 200, 404, 404])
  expect((await sendAgain(author, original)).status).toBe(201)
})

test('the archive of a deleted script stays blocked when another script of its notice is restored', async () => {
  const author = await createAuthor()
  const [stays, deleted] = [await submit(author, 'Stays'), await submit(author, 'Deleted')]
  const { number } = await confirmed(stays, deleted)
  await decide(await app.signIn(admin), number, 'taken-down')
  expect((await app.request(author, 'DELETE', `/api/scripts/${deleted.id}`)).status).toBe(204)

  await restore({ number }, [stays.id])

  expect(await seen(stays)).toEqual([200])
  expect((await sendAgain(author, stays)).status).toBe(201)
  expect((await sendAgain(author, deleted)).status).toBe(400)
})

test('the archive of a deleted script stays blocked when another notice about the same archive is restored', async () => {
  const { copier, other, original, copy, another } = await createCopies('One deleted')
  const [first, second] = [await confirmed(copy), await confirmed(another)]
  for (const { number } of [first, second]) await decide(await app.signIn(admin), number, 'taken-down')
  expect((await app.request(other, 'DELETE', `/api/scripts/${another.id}`)).status).toBe(204)
  // An earlier release did not store what a decision asked for.
  await app.db.execute(sql`delete from blocklist_changes`)

  await restore(first)

  expect(await seen(original, copy)).toEqual([200, 200])
  expect((await sendAgain(copier, copy)).status).toBe(400)
})

test('what the decision on a report blocked as well stays blocked when the notice is restored', async () => {
  const { copier, original, copy, another } = await createCopies('Notice and report')
  const { number } = await confirmed(copy)
  await decide(await app.signIn(admin), number, 'taken-down', { actions: { except: [another.id] } })
  expect(await seen(original, copy, another)).toEqual([200, 404, 200])
  const draft = {
    kind: 'report',
    scriptId: another.id,
    reason: 'backdoor',
    text: 'It opens a backdoor for its author.',
  }
  const { body: reported } = await app.request(await createAuthor(), 'POST', '/api/cases', draft)
  const removal = {
    response: 'It opens a backdoor.',
    removalReason: 'backdoor',
    actions: { blocklist: [{ kind: 'archive', value: copy.sha256 }] },
  }
  const decided = await decide(await app.signIn(admin), `TAKE-${reported.id}`, 'removed', removal)
  expect(decided.status).toBe(200)
  expect(await seen(original, copy, another)).toEqual([200, 404, 404])

  await restore({ number })

  expect(await seen(original, copy, another)).toEqual([200, 200, 404])
  expect((await sendAgain(copier, copy)).status).toBe(400)
})

test('an author is spared again when the last notice against them is restored', async () => {
  const { author, original, copy } = await createCopies('Three notices')
  const second = await submit(author, 'Second in three', "print('Three notices')")
  const [first, later, last] = [await confirmed(copy), await confirmed(original), await confirmed(second)]
  for (const { number } of [first, later, last]) await decide(await app.signIn(admin), number, 'taken-down')

  await restore(later)

  expect(await seen(original, second, copy)).toEqual([200, 404, 404])
  expect((await sendAgain(author, original)).status).toBe(400)
  await restore(last)
  expect(await seen(original, second, copy)).toEqual([200, 200, 404])
  expect((await sendAgain(author, original)).status).toBe(201)
})
