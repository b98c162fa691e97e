import { describe, expect, test } from 'vitest'

import { applyAnalysis, handOverScripts, rescanFile } from '#server/scripts/scripts.public.ts'
import { analyseAll, runJob, runQueued } from '#test-support/analyses.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { joinScript } from '#test-support/members.ts'
import { editForm, scriptForm } from '#test-support/script-forms.ts'
import { createTeam, giveToTeam } from '#test-support/teams.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const admin = await app.createUser('admin.system.access', 'admin.scripts.moderate', 'admin.takedowns.manage')
const createAuthor = () => app.createUser('scripts.upload')

type Kind = 'archive' | 'file'
type Archive = { fileName: string; content: Buffer }
type Script = { id: number; versionId: number; sha256: string; archive: Archive }

let count = 0
const createArchive = (): Archive => {
  const content = zipOf([{ name: 'a/server.lua', content: `print(${++count})\n`.repeat(40) }])
  return { fileName: 'a.zip', content }
}
async function send(user: TestUser, archive: Archive) {
  const form = await scriptForm({ name: `Script ${++count}` }, { archive })
  return app.request(user, 'POST', '/api/scripts', form)
}
const add = (user: TestUser, { id }: Script, archive: Archive) =>
  app.request(
    user,
    'POST',
    `/api/scripts/${id}/versions`,
    editForm({ number: `${++count}.0.0` }, { archive }),
  )
async function submit(user: TestUser, archive: Archive): Promise<Script> {
  const { body, status } = await send(user, archive)
  expect(status).toBe(201)
  await analyseAll(app)
  return { ...body, archive }
}

/** After the archive was looked at once more. */
async function stateOf({ versionId, sha256 }: Script) {
  await runQueued(app, rescanFile)
  await runQueued(app, applyAnalysis)
  await runJob(app, applyAnalysis, { sha256 })
  return (await app.request(admin, 'GET', `/api/versions/${versionId}`)).body.state
}

/** The original of one author, and the copy of another one that waits since the archive, or its file, was blocked. */
async function createBlocked(kind: Kind) {
  const [author, copier, archive] = [await createAuthor(), await createAuthor(), createArchive()]
  const [original, copy] = [await submit(author, archive), await submit(copier, archive)]
  const { body: tree } = await app.request(author, 'GET', `/api/versions/${original.versionId}/files`)
  const value = kind === 'archive' ? original.sha256 : tree.files[0].sha256
  const entry = { kind, value, reason: 'Copied' }
  expect((await app.request(admin, 'POST', '/api/moderation/blocklist', entry)).status).toBe(201)
  expect([await stateOf(original), await stateOf(copy)]).toEqual(['published', 'waiting'])
  return { author, copier, original, copy, archive }
}

async function transfer(from: TestUser, { id }: Script, to: TestUser) {
  await app.request(from, 'POST', `/api/scripts/${id}/transfer`, { username: to.username })
  const { body } = await app.request(to, 'GET', '/api/invitations')
  expect((await app.request(to, 'POST', `/api/invitations/${body.invitations[0]?.id}/accept`)).status).toBe(
    200,
  )
}

describe.each(['archive', 'file'] as const)('with a blocked %s', (kind) => {
  test('the original stays public with a new user, a team and the heir of a deleted account', async () => {
    const { author, original, archive } = await createBlocked(kind)
    const [second, heir] = [await createAuthor(), await createAuthor()]

    await transfer(author, original, second)
    expect(await stateOf(original)).toBe('published')
    await giveToTeam(app, original.id, {
      owner: second,
      team: await createTeam(app, second),
      accepts: second,
    })
    expect(await stateOf(original)).toBe('published')

    const other = await submit(author, archive)
    await joinScript(app, { id: other.id, owner: author, user: heir, role: 'maintainer' })
    await runJob(app, handOverScripts, { userId: author.id })
    const { body } = await app.request(null, 'GET', `/api/scripts/${other.id}`)
    expect(body.userId).toBe(heir.id)
    expect(await stateOf(other)).toBe('published')
  })

  test('a copy that its author accepts waits on, and their own scripts stay', async () => {
    const { author, copier, original, copy, archive } = await createBlocked(kind)

    await transfer(copier, copy, author)

    expect([await stateOf(copy), await stateOf(original)]).toEqual(['waiting', 'published'])
    expect(await stateOf(await submit(author, archive))).toBe('published')
    await transfer(author, copy, copier)
    expect(await stateOf(copy)).toBe('waiting')
  })
})

test('a new owner uploads the blocked archive to the transferred original only', async () => {
  const { author, original, copy, archive } = await createBlocked('archive')
  const second = await createAuthor()
  await transfer(author, original, second)

  expect((await send(second, archive)).status).toBe(400)
  expect((await add(second, original, archive)).status).toBe(201)
  expect(await stateOf(copy)).toBe('waiting')
})

test('a script without the archive carries nothing of its former owner', async () => {
  const { author, archive } = await createBlocked('archive')
  const [second, other] = [await createAuthor(), await submit(author, createArchive())]
  await transfer(author, other, second)

  expect((await add(second, other, archive)).status).toBe(400)
})
