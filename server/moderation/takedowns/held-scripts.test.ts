import { expect, test } from 'vitest'

import { after, minute } from '#platform/clock.ts'
import { casesOf } from '#test-support/cases.ts'
import { startMailbox } from '#test-support/mail.ts'
import { editForm, scriptForm } from '#test-support/script-forms.ts'
import { takedownsOf } from '#test-support/takedowns.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const mailbox = await startMailbox()
let time = new Date()
const app = await startTestApp({
  config: { smtpUrl: mailbox.url },
  runsJobs: true,
  clock: { now: () => time },
})
const staff = ['admin.system.access', 'admin.scripts.moderate'] as const
const admin = await app.createUser(...staff, 'admin.takedowns.manage')
const moderator = await app.createUser()
await app.joinGroup(moderator.id, 'marshals', 50, [...staff, 'admin.users.ban'])
const other = await app.createUser(...staff)
const { decide, counter, submit, confirmed, statusOf } = takedownsOf(app, mailbox)
const { appeal, decide: decideCase } = casesOf(app)

type Script = Awaited<ReturnType<typeof submit>>
type Taken = { author: TestUser; script: Script; number: string }
type Way = {
  /** Before the takedown. */
  before?: (author: TestUser, script: Script) => Promise<number>
  attempt: (taken: Taken, prepared: number) => Promise<{ status: number; body: unknown }>
  status: number
}

const bulk = async (action: string, { id }: Script) => {
  const { body } = await app.request(moderator, 'POST', '/api/moderation/scripts/bulk', { action, ids: [id] })
  expect(body.results).toMatchObject([{ id, error: expect.stringMatching(/taken down|hidden/) }])
  return { status: 200, body }
}
const hide = (id: number) =>
  app.request(moderator, 'POST', `/api/scripts/${id}/removal`, { reason: 'spam', note: '' })
const versionOf = (script: Script, end: string, author: TestUser) =>
  app.request(author, 'POST', `/api/versions/${script.versionId}/${end}`, {
    kind: 'other',
    reason: 'Not what it should be.',
  })

const ways: Record<string, Way> = {
  'a moderator restores it': {
    attempt: ({ script }) => app.request(moderator, 'DELETE', `/api/scripts/${script.id}/removal`),
    status: 409,
  },
  'a moderator restores it in a bulk action': {
    attempt: ({ script }) => bulk('restore', script),
    status: 200,
  },
  'a moderator publishes it in a bulk action': {
    attempt: ({ script }) => bulk('publish', script),
    status: 200,
  },
  'a moderator publishes it': {
    attempt: ({ script }) => app.request(moderator, 'POST', `/api/scripts/${script.id}/publish`),
    status: 200,
  },
  'the bulk action that hid it before is undone': {
    before: async ({ id }) => {
      const act = { ids: [id], reason: 'Spam', hide_scripts: 'spam' }
      return (await app.request(moderator, 'POST', '/api/users/admin/suspensions/bulk', act)).body.act_id
    },
    attempt: (_, act) => app.request(moderator, 'POST', `/api/users/admin/bulk-acts/${act}/undo`),
    status: 200,
  },
  'an appeal against an earlier removal is granted': {
    before: async (author, { id }) => {
      await hide(id)
      const { removal } = (await app.request(author, 'GET', `/api/scripts/${id}`)).body
      return (await appeal(author, { removalId: removal.id })).body.id
    },
    attempt: (_, caseId) => decideCase(other, caseId, 'granted'),
    status: 409,
  },
  'its author withdraws and restores the version': {
    attempt: async ({ author, script }) => {
      expect((await versionOf(script, 'withdraw', author)).status).toBe(200)
      return versionOf(script, 'restore', author)
    },
    status: 200,
  },
  'its author adds a version with the same archive': {
    attempt: ({ author, script: { id, archive } }) =>
      app.request(author, 'POST', `/api/scripts/${id}/versions`, editForm({ number: '2.0.0' }, { archive })),
    status: 400,
  },
  'its author edits it with the same archive': {
    attempt: ({ author, script: { id, archive } }) =>
      app.request(author, 'PUT', `/api/scripts/${id}`, editForm({ version: '2.0.0' }, { archive })),
    status: 400,
  },
  'its author adds another version': {
    attempt: async ({ author, script: { id } }) =>
      app.request(author, 'POST', `/api/scripts/${id}/versions`, await scriptForm({ number: '2.0.0' })),
    status: 201,
  },
  'its author deletes it and submits it again': {
    attempt: async ({ author, script: { id, archive } }) => {
      expect((await app.request(author, 'DELETE', `/api/scripts/${id}`)).status).toBe(204)
      return app.request(author, 'POST', '/api/scripts', await scriptForm({ name: 'Again' }, { archive }))
    },
    status: 400,
  },
}

test.each(Object.entries(ways))(
  'a script that was taken down stays hidden when %s',
  async (_, { before, attempt, status }) => {
    const author = await app.createUser('scripts.upload')
    const script = await submit(author, 'Taken down')
    const prepared = (await before?.(author, script)) ?? 0
    time = after(time, minute)
    const { number, secret } = await confirmed(script)
    expect((await decide(admin, number, 'taken-down')).status).toBe(200)

    const answered = await attempt({ author, script, number }, prepared)

    expect([answered.status, answered.body]).toEqual([status, answered.body])
    expect((await app.request(null, 'GET', `/api/scripts/${script.id}`)).status).toBe(404)
    expect((await app.request(null, 'GET', `/api/versions/${script.versionId}/download`)).status).not.toBe(
      200,
    )
    expect((await statusOf(number, secret)).body).toMatchObject({
      state: 'taken-down',
      scripts: [{ id: script.id, isTakenDown: true }],
    })
    const { body: profile } = await app.request(null, 'GET', `/api/users/profile/${author.username}`)
    expect(profile.scripts.scripts).toEqual([])
  },
)

test('the rejected restore of a script names the notice that took it down', async () => {
  const author = await app.createUser('scripts.upload')
  const script = await submit(author, 'Of a notice')
  const { number } = await confirmed(script)
  await decide(admin, number, 'taken-down')

  expect((await app.request(moderator, 'DELETE', `/api/scripts/${script.id}/removal`)).body.error).toBe(
    `This script was taken down after notice ${number}. Only a decision about the notice restores it.`,
  )
})

test('a decision about a notice restores what the notice hid, not what a moderator hid before', async () => {
  const author = await app.createUser('scripts.upload')
  const [spam, undone] = [await submit(author, 'Spam before'), await submit(author, 'Hidden in bulk before')]
  await hide(spam.id)
  time = after(time, minute)
  const act = { ids: [author.id], reason: 'Spam', hide_scripts: 'spam' }
  const { act_id } = (await app.request(moderator, 'POST', '/api/users/admin/suspensions/bulk', act)).body
  time = after(time, minute)
  const { number } = await confirmed(spam, undone)
  await decide(admin, number, 'taken-down')
  expect((await app.request(moderator, 'POST', `/api/users/admin/bulk-acts/${act_id}/undo`)).status).toBe(200)
  const removalOf = async ({ id }: Script) =>
    (await app.request(author, 'GET', `/api/scripts/${id}`)).body.removal
  expect(await removalOf(undone)).toMatchObject({ reason: 'copyright', takedown: number })
  time = after(time, minute)
  expect((await counter(author, number)).status).toBe(201)

  const restored = await decide(admin, number, 'restored', { response: 'The claimant took it back.' })

  expect(restored.status).toBe(200)
  expect((await app.request(null, 'GET', `/api/scripts/${undone.id}`)).status).toBe(200)
  expect((await app.request(null, 'GET', `/api/scripts/${spam.id}`)).status).toBe(404)
  expect(await removalOf(spam)).toMatchObject({ reason: 'spam' })
  expect(await removalOf(spam)).not.toHaveProperty('takedown')
  expect((await app.request(moderator, 'DELETE', `/api/scripts/${spam.id}/removal`)).status).toBe(200)
})

test('a script that two notices took down is public again when both are decided for it', async () => {
  const author = await app.createUser('scripts.upload')
  const script = await submit(author, 'Of two notices')
  const [first, second] = [await confirmed(script), await confirmed(script)]
  const restore = async ({ number }: { number: string }) => {
    time = after(time, minute)
    expect((await counter(author, number)).status).toBe(201)
    return decide(admin, number, 'restored', { response: 'The claimant took it back.' })
  }
  await decide(admin, first.number, 'taken-down')
  time = after(time, minute)
  await decide(admin, second.number, 'taken-down')
  const visible = async () => (await app.request(null, 'GET', `/api/scripts/${script.id}`)).status

  expect((await restore(first)).status).toBe(200)
  expect(await visible()).toBe(404)

  expect((await restore(second)).status).toBe(200)
  expect(await visible()).toBe(200)
})
