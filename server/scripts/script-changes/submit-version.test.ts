import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { zipOf } from '#test-support/archives/zip.ts'
import { editForm, filesOnDisk, scriptForm } from '#test-support/script-forms.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const author = await app.createUser('scripts.upload')
const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')
const member = await app.createUser('scripts.upload')

let count = 0
function archive() {
  const content = zipOf([{ name: 'hud/server.lua', content: `print(${++count})` }])
  return { fileName: 'hud.zip', content }
}

const versionForm = (fields: Record<string, string> = {}) => editForm(fields, { archive: archive() })

async function submitted(fields: Record<string, string> = {}) {
  const { body } = await app.request(author, 'POST', '/api/scripts', await scriptForm(fields))
  return body
}

const add = (user: TestUser | null, scriptId: number, form: FormData, headers: Record<string, string> = {}) =>
  app.request(user, 'POST', `/api/scripts/${scriptId}/versions`, form, headers)

const versionsOf = async (scriptId: number) =>
  (await app.request(null, 'GET', `/api/scripts/${scriptId}/versions`)).body.versions

describe('a version is rejected', () => {
  test('for visitors, other members, and a script that does not exist', async () => {
    const script = await submitted()
    const before = await filesOnDisk(app.dataDir)

    expect((await add(null, script.id, versionForm())).status).toBe(401)
    expect(await add(member, script.id, versionForm())).toMatchObject({
      status: 403,
      body: { error: 'You can only edit your own scripts or need permissions' },
    })
    expect((await add(author, 999_999, versionForm())).status).toBe(404)

    expect(await versionsOf(script.id)).toHaveLength(1)
    expect(await filesOnDisk(app.dataDir)).toEqual(before)
  })

  test('with the number of another version, without an archive, and with invalid texts; no file remains', async () => {
    const script = await submitted({ version: '1.2.0' })
    const before = await filesOnDisk(app.dataDir)
    const same = await add(author, script.id, editForm({ number: ' 1.2.0 ' }, { archive: archive() }))
    const texts = { number: 'a number of a version', changelog: 'x'.repeat(5001) }
    const invalid = await add(author, script.id, editForm(texts, { archive: archive() }))
    const damaged = { fileName: 'hud.zip', content: Buffer.from('no archive') }

    expect(same).toMatchObject({
      status: 400,
      body: { fields: { number: 'This script already has a version with this number' } },
    })
    expect(invalid.body.fields).toEqual({
      number: 'Version must be at most 20 characters',
      changelog: 'Changelog must be at most 5000 characters',
    })
    expect((await add(author, script.id, editForm({ number: '2.0' }))).body.fields).toEqual({
      scriptFile: 'Script file is required',
    })
    expect((await add(author, script.id, editForm({}, { archive: damaged }))).status).toBe(400)

    expect(await versionsOf(script.id)).toHaveLength(1)
    expect(await filesOnDisk(app.dataDir)).toEqual(before)
  })

  test('without a number when the next one would be too long', async () => {
    const script = await submitted({ version: '9'.repeat(20) })

    const { status, body } = await add(author, script.id, editForm({}, { archive: archive() }))

    expect([status, body.fields]).toEqual([400, { number: 'Version number is required' }])
  })
})

test('a version becomes the current one in every response, and the number is increased unless it is sent', async () => {
  const script = await submitted({ version: '1.9' })
  const file = archive()
  const texts = { changelog: '## New\r\n- a *faster* HUD' }

  const first = await add(author, script.id, editForm(texts, { archive: file }))
  const second = await add(moderator, script.id, editForm({ number: 'v2' }, { archive: archive() }))

  expect([first.status, second.status]).toEqual([201, 201])
  expect(first.body).toMatchObject({
    number: '1.10',
    changelog: '## New\n- a *faster* HUD',
    state: 'published',
    isCurrent: true,
    hasFile: true,
    downloads: 0,
    withdrawal: null,
    fileSize: file.content.length,
  })
  expect(await versionsOf(script.id)).toMatchObject([
    { id: second.body.id, number: 'v2', isCurrent: true },
    { id: first.body.id, number: '1.10', isCurrent: false, hasFile: true },
    { id: script.versionId, number: '1.9', isCurrent: false, hasFile: true },
  ])
  const { body: detail } = await app.request(null, 'GET', `/api/scripts/${script.id}`)
  const { sha256, fileSize } = second.body
  expect(detail).toMatchObject({ version: 'v2', versionId: second.body.id, sha256, fileSize })
  expect(Date.parse(detail.updatedAt)).toBeGreaterThan(Date.parse(script.updatedAt))
  const { body: list } = await app.request(null, 'GET', '/api/scripts')
  expect(list.scripts[0]).toMatchObject({ id: script.id, version: 'v2' })
  const { rows } = await app.db.execute(sql`
    select action, user_id, metadata from activities where target_id = ${script.id} and action like 'Version%' order by id`)
  expect(rows).toEqual([
    {
      action: 'Version Published',
      user_id: author.id,
      metadata: { versionId: first.body.id, number: '1.10' },
    },
    {
      action: 'Version Published',
      user_id: moderator.id,
      metadata: { versionId: second.body.id, number: 'v2', reason: 'moderation' },
    },
  ])
  const { rows: events } = await app.db.execute(sql`
    select kind, version_id, data from events where script_id = ${script.id} and kind = 'version-published' order by id`)
  expect(events).toMatchObject([
    { kind: 'version-published', version_id: script.versionId },
    { kind: 'version-published', version_id: first.body.id, data: { script: 'Garage', number: '1.10' } },
    { kind: 'version-published', version_id: second.body.id },
  ])
})

test('an edit with a new archive adds a version with its changelog, also with the same number', async () => {
  const script = await submitted({ version: '1.0', changelog: 'The first one' })
  const edit = (form: FormData) => app.request(author, 'PUT', `/api/scripts/${script.id}`, form)

  const { status, body } = await edit(editForm({ changelog: 'Repaired' }, { archive: archive() }))
  const renamed = await edit(editForm({ changelog: 'Repaired the map', version: '1.1' }))

  expect([status, renamed.status]).toEqual([200, 200])
  expect(body).toMatchObject({ version: '1.0' })
  expect(body.versionId).not.toBe(script.versionId)
  expect(await versionsOf(script.id)).toMatchObject([
    { id: body.versionId, number: '1.1', changelog: 'Repaired the map', isCurrent: true },
    { id: script.versionId, number: '1.0', changelog: 'The first one' },
  ])
})

test('a version of a direct upload uses it once, and a rejected one does not', async () => {
  const script = await submitted()
  const { content } = archive()
  const upload = await app.request(author, 'POST', '/api/scripts/upload-url', { fileName: 'hud.zip' })
  await app.request(null, 'PUT', upload.body.uploadUrl, new Uint8Array(content), {
    'content-type': 'application/zip',
  })
  const form = (fields = {}) =>
    editForm({ fileKey: upload.body.fileKey, fileSize: String(content.length), ...fields })
  const files = await filesOnDisk(app.dataDir)
  const rejected = await add(author, script.id, form({ number: script.version }))
  expect(rejected.body.fields).toHaveProperty('number')
  expect(await filesOnDisk(app.dataDir)).toEqual(files)

  const { status, body } = await add(author, script.id, form())

  expect([status, body.fileSize]).toEqual([201, content.length])
  expect((await add(author, script.id, form())).body.fields).toHaveProperty('scriptFile')
})

test('a repeated request with the same Idempotency-Key gets the same version, another content a conflict', async () => {
  const script = await submitted()
  const other = await submitted()
  const file = archive()
  const key = { 'idempotency-key': 'a-key-of-a-version' }
  const form = () => editForm({ changelog: 'Once' }, { archive: file })

  const first = await add(author, script.id, form(), key)
  const again = await add(author, script.id, form(), key)

  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body).toEqual(first.body)
  expect(await versionsOf(script.id)).toHaveLength(2)
  expect((await add(author, other.id, form(), key)).status).toBe(409)
  expect((await add(author, script.id, editForm({}, { archive: file }), key)).status).toBe(409)
})

test('of two versions with one number that are added at once, one is rejected', async () => {
  const script = await submitted()
  const responses = await Promise.all(
    [author, moderator].map((user) => add(user, script.id, versionForm({ number: '2.0' }))),
  )

  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400])
  expect(await versionsOf(script.id)).toHaveLength(2)
})

test('a script is deleted with the archives of all its versions', async () => {
  const before = await filesOnDisk(app.dataDir)
  const script = await submitted()
  expect((await add(author, script.id, editForm({}, { archive: archive() }))).status).toBe(201)
  expect(
    (await app.request(author, 'PUT', `/api/scripts/${script.id}`, editForm({}, { archive: archive() })))
      .status,
  ).toBe(200)

  expect((await app.request(author, 'DELETE', `/api/scripts/${script.id}`)).status).toBe(204)

  await expect.poll(() => filesOnDisk(app.dataDir)).toEqual(before)
})
