import { afterAll, describe, expect, test } from 'vitest'

import { writeExport } from '#server/accounts/accounts.public.ts'
import { analyseAll, runQueued } from '#test-support/analyses.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { createPng, editForm, filesOnDisk, scriptForm } from '#test-support/script-forms.ts'
import { lostReplies, startTcpProxy } from '#test-support/tcp-proxy.ts'
import { createTeam } from '#test-support/teams.ts'
import { startTestApp } from '#test-support/test-app.ts'

const proxy = await startTcpProxy()
// A silent connection is lost after this time.
const app = await startTestApp({ proxy, databaseTimeouts: { write: 2500 } })
afterAll(() => proxy.close())

const archiveWith = (content: string) => ({
  fileName: 'garage.zip',
  content: zipOf([{ name: 'garage/client.lua', content, deflate: true }]),
})

async function imageForm(field: string): Promise<FormData> {
  const form = new FormData()
  form.set(field, new Blob([new Uint8Array(await createPng())], { type: 'image/png' }), 'image.png')
  return form
}

const createAuthor = () => app.createUser('scripts.upload', 'scripts.download')

describe.each(lostReplies)('after a commit whose connection is %s', async (how) => {
  const author = await createAuthor()
  const { body: created } = await app.request(
    author,
    'POST',
    '/api/scripts',
    await scriptForm({ name: `Of ${how}` }),
  )
  const scriptId = created.id

  const statusOf = async (path: string) => (await app.request(author, 'GET', path)).status

  /** Sends a call whose COMMIT takes effect, while the database connection is lost before the reply of it. */
  async function loseCommit<T>(pattern: RegExp, write: () => Promise<T>): Promise<T> {
    const interrupted = proxy.interruptCommit(pattern, how)
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
    const key = { 'idempotency-key': `a-submission-without-a-reply-${how}` }
    const form = await scriptForm({ name: `Lost submission, ${how}` })
    const submit = () => app.request(author, 'POST', '/api/scripts', form, key)

    const { status } = await loseCommit(/"script_versions"/, submit)
    const { status: repeated, body: script } = await submit()

    expect([status, repeated]).toEqual([503, 201])
    expect(await downloadStatus(`/api/scripts/${script.id}/download`)).toBe(200)
    for (const image of script.images) expect(await statusOf(image)).toBe(200)
  })

  test('a direct upload is kept', async () => {
    const { content } = archiveWith(`print("uploaded, ${how}")`)
    const draft = { fileName: 'garage.zip' }
    const { body: upload } = await app.request(author, 'POST', '/api/scripts/upload-url', draft)
    const { status } = await loseCommit(/update "uploads"/, () =>
      app.request(null, 'PUT', upload.uploadUrl, new Uint8Array(content)),
    )

    expect(status).toBe(503)
    const fields = { name: `Uploaded, ${how}`, fileKey: upload.fileKey, fileSize: String(content.length) }
    const form = await scriptForm(fields, { archive: null })
    const { body: script } = await app.request(author, 'POST', '/api/scripts', form)
    expect(await downloadStatus(`/api/scripts/${script.id}/download`)).toBe(200)
  })

  test('the archive of a version is kept', async () => {
    const form = editForm({ number: '2.0.0' }, { archive: archiveWith(`print(2, "${how}")`) })
    const { status } = await loseCommit(/"script_versions"/, () =>
      app.request(author, 'POST', `/api/scripts/${scriptId}/versions`, form),
    )

    expect(status).toBe(503)
    await expect.poll(currentVersion).toBe('2.0.0')
    expect(await downloadStatus(`/api/scripts/${scriptId}/download`)).toBe(200)
  })

  test('the archive and the images of an edit are kept', async () => {
    const files = { archive: archiveWith(`print(3, "${how}")`), images: [{ content: await createPng() }] }
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
    const form = await imageForm('avatar')
    const { status } = await loseCommit(/"users"/, () => app.request(author, 'PUT', '/api/users/me', form))

    expect(status).toBe(503)
    const { body } = await app.request(author, 'GET', '/api/users/me')
    expect(await statusOf(body.avatar_url)).toBe(200)
  })

  test('the pack of an analysis is kept', async () => {
    const form = await scriptForm(
      { name: `Packed, ${how}` },
      { archive: archiveWith(`print("packed, ${how}")`) },
    )
    const { body: script } = await app.request(author, 'POST', '/api/scripts', form)

    await loseCommit(/"pack_key"/, () => analyseAll(app).catch(() => undefined))
    await analyseAll(app)

    const { body } = await app.request(author, 'GET', `/api/versions/${script.versionId}/files`)
    expect(await statusOf(`/files/content/${script.versionId}/${body.files[0].n}`)).toBe(200)
  })

  test('the image of a team is kept', async () => {
    const { id, username } = await createTeam(app, author)
    const form = await imageForm('image')
    const { status } = await loseCommit(/"teams"/, () =>
      app.request(author, 'PUT', `/api/teams/${id}/image`, form),
    )

    expect(status).toBe(503)
    const image = async () => (await app.request(author, 'GET', `/api/team-pages/${username}`)).body.image
    await expect.poll(image).not.toBeNull()
    expect(await statusOf(await image())).toBe(200)
  })

  test('the export of own data is kept', async () => {
    await app.request(author, 'POST', '/api/account/export')
    await loseCommit(/update "account_exports"/, () => runQueued(app, writeExport).catch(() => 0))

    const { body } = await app.request(author, 'GET', '/api/account/own-data')
    expect(body.export).toMatchObject({ state: 'ready' })
    expect(await statusOf(body.export.downloadUrl)).toBe(200)
  })
})

test('after a rollback that the database reports, the stored files are removed', async () => {
  const author = await createAuthor()
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
