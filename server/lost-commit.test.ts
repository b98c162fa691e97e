import { afterAll, beforeAll, expect, test } from 'vitest'

import { analyseAll } from '#test-support/analyses.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { createPng, editForm, filesOnDisk, scriptForm } from '#test-support/script-forms.ts'
import { startTcpProxy } from '#test-support/tcp-proxy.ts'
import { startTestApp } from '#test-support/test-app.ts'

const proxy = await startTcpProxy()
const app = await startTestApp({ proxy })
const author = await app.createUser('scripts.upload', 'scripts.download')
afterAll(() => proxy.close())

const archiveWith = (content: string) => ({
  fileName: 'garage.zip',
  content: zipOf([{ name: 'garage/client.lua', content, deflate: true }]),
})

let scriptId = 0
beforeAll(async () => {
  const { body } = await app.request(author, 'POST', '/api/scripts', await scriptForm())
  scriptId = body.id
})

const statusOf = async (path: string) => (await app.request(author, 'GET', path)).status

/** Sends a call whose COMMIT takes effect, while the database connection is lost before the reply of it. */
async function loseCommit<T>(pattern: RegExp, write: () => Promise<T>): Promise<T> {
  const interrupted = proxy.interruptCommit(pattern, 'closed')
  const result = await write()
  await interrupted
  await expect.poll(() => statusOf('/api/health')).toBe(200)
  return result
}

/** The cached script is dropped when the notification of the commit arrives, which may be after the 503. */
async function currentVersion() {
  const { body } = await app.request(author, 'GET', `/api/scripts/${scriptId}`)
  return body.version
}

async function downloadStatus(path: string) {
  const { body } = await app.request(author, 'GET', path)
  return statusOf(body.downloadUrl)
}

test('the files of a submission are kept, and a repeated request gets its response', async () => {
  const key = { 'idempotency-key': 'a-submission-without-a-reply' }
  const form = await scriptForm({ name: 'Lost submission' })
  const submit = () => app.request(author, 'POST', '/api/scripts', form, key)

  const { status } = await loseCommit(/"script_versions"/, submit)
  const { status: repeated, body: script } = await submit()

  expect([status, repeated]).toEqual([503, 201])
  expect(await downloadStatus(`/api/scripts/${script.id}/download`)).toBe(200)
  for (const image of script.images) expect(await statusOf(image)).toBe(200)
})

test('the archive of a version is kept', async () => {
  const form = editForm({ number: '2.0.0' }, { archive: archiveWith('print(2)') })
  const { status } = await loseCommit(/"script_versions"/, () =>
    app.request(author, 'POST', `/api/scripts/${scriptId}/versions`, form),
  )

  expect(status).toBe(503)
  await expect.poll(currentVersion).toBe('2.0.0')
  expect(await downloadStatus(`/api/scripts/${scriptId}/download`)).toBe(200)
})

test('the archive and the images of an edit are kept', async () => {
  const files = { archive: archiveWith('print(3)'), images: [{ content: await createPng() }] }
  const { status } = await loseCommit(/"script_versions"/, () =>
    app.request(author, 'PUT', `/api/scripts/${scriptId}`, editForm({ version: '3.0.0' }, files)),
  )

  expect(status).toBe(503)
  await expect.poll(currentVersion).toBe('3.0.0')
  expect(await downloadStatus(`/api/scripts/${scriptId}/download`)).toBe(200)
  const { body } = await app.request(author, 'GET', `/api/scripts/${scriptId}`)
  for (const image of body.images) expect(await statusOf(image)).toBe(200)
})

test('an avatar is kept', async () => {
  const form = new FormData()
  form.set('avatar', new Blob([new Uint8Array(await createPng())], { type: 'image/png' }), 'avatar.png')
  const { status } = await loseCommit(/"users"/, () => app.request(author, 'PUT', '/api/users/me', form))

  expect(status).toBe(503)
  const { body } = await app.request(author, 'GET', '/api/users/me')
  expect(await statusOf(body.avatar_url)).toBe(200)
})

test('the pack of an analysis is kept', async () => {
  const form = await scriptForm({ name: 'Packed' }, { archive: archiveWith('print("packed")') })
  const { body: script } = await app.request(author, 'POST', '/api/scripts', form)

  await loseCommit(/"pack_key"/, () => analyseAll(app).catch(() => undefined))
  await analyseAll(app)

  const { body } = await app.request(author, 'GET', `/api/versions/${script.versionId}/files`)
  expect(await statusOf(`/files/content/${script.versionId}/${body.files[0].n}`)).toBe(200)
})

test('after a rollback that the database reports, the stored files are removed', async () => {
  const before = await filesOnDisk(app.dataDir)
  const { status } = await app.request(
    author,
    'POST',
    '/api/scripts',
    await scriptForm({ category: 'Unknown' }),
  )

  expect(status).toBe(400)
  expect(await filesOnDisk(app.dataDir)).toEqual(before)
})
