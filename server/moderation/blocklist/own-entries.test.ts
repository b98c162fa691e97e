import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { applyAnalysis, rescan, rescanFile } from '#server/scripts/scripts.public.ts'
import { after, hour } from '#platform/clock.ts'
import { analyseAll, runJob, runQueued } from '#test-support/analyses.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { casesOf } from '#test-support/cases.ts'
import { joinScript } from '#test-support/members.ts'
import { scriptForm } from '#test-support/script-forms.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const { appeal, decide, report } = casesOf(app)
const owner = await app.createOwner()
const rights = [
  'admin.system.access',
  'admin.scripts.moderate',
  'admin.takedowns.manage',
  'admin.users.ban',
  'scripts.upload',
] as const
async function createModerator(priority = 50): Promise<TestUser> {
  const user = await app.createUser()
  await app.joinGroup(user.id, `staff of ${user.username}`, priority, [...rights])
  return user
}
const [moderator, other] = [await createModerator(40), await createModerator()]
const author = await app.createUser('scripts.upload')
const member = await app.createUser()

type Kind = 'archive' | 'file'
type Script = { id: number; versionId: number; sha256: string; file: string }

let count = 100
const codeOf = () => `print(${++count})\n`.repeat(40)

async function submit(user: TestUser, code = codeOf()): Promise<Script> {
  const content = zipOf([{ name: 'a/server.lua', content: code }])
  const form = await scriptForm({ name: `Blocked ${++count}` }, { archive: { fileName: 'a.zip', content } })
  const { body } = await app.request(user, 'POST', '/api/scripts', form)
  await analyseAll(app)
  const { body: tree } = await app.request(user, 'GET', `/api/versions/${body.versionId}/files`)
  return { ...body, file: tree.files[0].sha256 }
}

async function runAll() {
  await runQueued(app, rescanFile)
  await runQueued(app, applyAnalysis)
}
const stateOf = async ({ versionId }: Script) => {
  await runAll()
  return (await app.request(owner, 'GET', `/api/versions/${versionId}`)).body.state
}
const keyOf = (kind: Kind, { sha256, file }: Script) => ({ kind, value: kind === 'archive' ? sha256 : file })

/** Another moderator blocks what a script has, so that it waits. */
async function block(kind: Kind, script: Script): Promise<number> {
  const entry = { ...keyOf(kind, script), reason: 'Stolen' }
  const { body, status } = await app.request(other, 'POST', '/api/moderation/blocklist', entry)
  expect([status, body.error]).toEqual([201, undefined])
  expect(await stateOf(script)).toBe('waiting')
  return body.id
}
const remove = (user: TestUser, id: number) =>
  app.request(user, 'DELETE', `/api/moderation/blocklist/${id}?reason=mistake`)

const errorOf = (kind: Kind) => `You uploaded this ${kind}. Another moderator must decide about it.`

test.each(['archive', 'file'] as const)(
  'a moderator does not remove the entry of their own %s',
  async (kind) => {
    const script = await submit(moderator)
    const id = await block(kind, script)

    expect(await remove(moderator, id)).toMatchObject({ status: 403, body: { error: errorOf(kind) } })

    expect(await stateOf(script)).toBe('waiting')
    expect((await remove(owner, id)).status).toBe(204)
    expect(await stateOf(script)).toBe('published')
  },
)

test.each(['archive', 'file'] as const)(
  'a decision does not except the script of its moderator from the entry of their own %s',
  async (kind) => {
    const script = await submit(moderator)
    await block(kind, script)
    const { body: reported } = await report(member, { scriptId: (await submit(author)).id })
    const actions = { blocklist: [keyOf(kind, script)], except: [script.id] }
    const more = { removalReason: 'stolen', actions }

    expect(await decide(moderator, reported.id, 'removed', more)).toMatchObject({
      status: 403,
      body: { error: errorOf(kind) },
    })

    expect(await stateOf(script)).toBe('waiting')
    expect((await decide(owner, reported.id, 'removed', more)).status).toBe(200)
    expect(await stateOf(script)).toBe('published')
  },
)

test.each(['archive', 'file'] as const)(
  'an appeal is not granted by the moderator whose own %s the decision blocked',
  async (kind) => {
    const code = codeOf()
    // The first one keeps what it has.
    await submit(await app.createUser('scripts.upload'), code)
    const [script, reported] = [await submit(moderator, code), await submit(author)]
    const { body: opened } = await report(member, { scriptId: reported.id })
    const actions = { blocklist: [keyOf(kind, script)] }
    const decided = await decide(other, opened.id, 'removed', { removalReason: 'stolen', actions })
    expect(decided.status).toBe(200)
    expect(await stateOf(script)).toBe('waiting')
    const { removal } = (await app.request(author, 'GET', `/api/scripts/${reported.id}`)).body
    const { body: appealed } = await appeal(author, { removalId: removal.id })

    expect(await decide(moderator, appealed.id, 'granted')).toMatchObject({
      status: 403,
      body: { error: errorOf(kind) },
    })

    expect(await stateOf(script)).toBe('waiting')
    expect((await decide(owner, appealed.id, 'granted')).status).toBe(200)
    expect(await stateOf(script)).toBe('published')
  },
)

test('the undo of what another moderator did keeps entries of archives that its user uploaded', async () => {
  const [own, foreign] = [await submit(moderator), await submit(author)]
  await block('archive', own)
  await block('archive', foreign)
  const since = after(new Date(), -hour).toISOString()

  const { body } = await app.request(moderator, 'POST', `/api/users/admin/users/${other.id}/acts/undo`, {
    since,
  })

  const resultOf = ({ sha256 }: Script) =>
    body.results.find(({ title }: { title: string }) => title === `archive: ${sha256}`)
  expect(resultOf(own)).toMatchObject({ done: false, problem: errorOf('archive') })
  expect(resultOf(foreign)).toMatchObject({ done: true, problem: null })
  expect([await stateOf(own), await stateOf(foreign)]).toEqual(['waiting', 'published'])
})

test.each(['archive', 'file'] as const)(
  'a moderator who deletes their script does not remove the entry of its %s, also when its analysis is gone',
  async (kind) => {
    const script = await submit(moderator)
    const id = await block(kind, script)

    expect((await app.request(moderator, 'DELETE', `/api/scripts/${script.id}`)).status).toBe(204)
    expect((await remove(moderator, id)).status).toBe(403)
    await app.db.execute(sql`delete from archive_analyses where sha256 = ${script.sha256}`)

    expect(await remove(moderator, id)).toMatchObject({ status: 403, body: { error: errorOf(kind) } })
    expect((await remove(owner, id)).status).toBe(204)
  },
)

test('a moderator does not remove the entry of their archive that its author deleted', async () => {
  const script = await submit(author)
  const joined = await createModerator()
  await joinScript(app, { id: script.id, owner: author, user: joined, role: 'contributor' })
  const id = await block('archive', script)

  expect((await app.request(author, 'DELETE', `/api/scripts/${script.id}`)).status).toBe(204)

  expect(await remove(joined, id)).toMatchObject({ status: 403, body: { error: errorOf('archive') } })
  expect((await remove(moderator, id)).status).toBe(204)
})

test('a moderator does not remove the entry of a host in their own archive, whose version waits also when it is removed', async () => {
  await app.request(owner, 'PUT', '/api/settings', { reviewMode: 'flagged' })
  const entry = { kind: 'host', value: 'own-host.example', reason: 'Backdoor' }
  const { body } = await app.request(other, 'POST', '/api/moderation/blocklist', entry)
  const script = await submit(moderator, `PerformHttpRequest('https://own-host.example/x', function() end)`)
  expect(await stateOf(script)).toBe('waiting')

  expect(await remove(moderator, body.id)).toMatchObject({
    status: 403,
    body: {
      error: 'You uploaded an archive that matches this entry. Another moderator must decide about it.',
    },
  })

  expect((await remove(other, body.id)).status).toBe(204)
  await runJob(app, rescan)
  expect(await stateOf(script)).toBe('waiting')
  await app.request(owner, 'PUT', '/api/settings', { reviewMode: 'off' })
})
