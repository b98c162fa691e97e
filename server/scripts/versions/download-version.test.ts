import { randomBytes } from 'node:crypto'

import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'

import { zipOf } from '#test-support/archives/zip.ts'
import { startObjectStore } from '#test-support/s3-server.ts'
import { editForm, scriptForm } from '#test-support/script-forms.ts'
import { startTestApp, type TestApp, type TestUser } from '#test-support/test-app.ts'

let now = new Date()
const app = await startTestApp({ clock: { now: () => now } })
const author = await app.createUser('scripts.upload')
const member = await app.createUser()

const archiveOf = () => ({
  fileName: 'hud.zip',
  content: zipOf([{ name: 'hud/data.bin', content: randomBytes(50_000) }]),
})

/** A script with two versions and their archives. */
async function twoVersions(on: Pick<TestApp, 'request'> = app, user: TestUser = author) {
  const archives = [archiveOf(), archiveOf()] as const
  const form = await scriptForm({ name: 'HUD' }, { archive: archives[0] })
  const { body: script } = await on.request(user, 'POST', '/api/scripts', form)
  const path = `/api/scripts/${script.id}`
  const added = await on.request(user, 'POST', `${path}/versions`, editForm({}, { archive: archives[1] }))
  const contents = archives.map(({ content }) => content)
  return { id: script.id, path, contents, old: script.versionId, current: added.body.id }
}

const linkOf = async (path: string, user: TestUser = member) =>
  (await app.request(user, 'GET', `${path}/download`)).body
const bytesOf = async (link: { downloadUrl: string }, on: { url: string } = app) =>
  Buffer.from(await (await fetch(new URL(link.downloadUrl, on.url))).arrayBuffer())

async function stateOf(scriptId: number) {
  const { rows } = await app.db.execute(sql`
    select s.downloads as script, (select array_agg(v.downloads order by v.id) from script_versions v
      where v.script_id = s.id) as versions,
      (select d.version_id from script_downloads d where d.script_id = s.id and d.user_id = ${member.id}) as last
    from scripts s where s.id = ${scriptId}`)
  return rows[0]
}

test('a link needs a session, scripts.download and an existing version', async () => {
  const { old } = await twoVersions()
  const path = `/api/versions/${old}/download`
  const barred = await app.createUser()
  await app.db.execute(sql`delete from memberships where user_id = ${barred.id}`)

  expect((await app.request(null, 'GET', path)).status).toBe(401)
  expect((await app.request(barred, 'GET', path)).status).toBe(403)
  for (const id of ['999999', 'x', '0'])
    expect((await app.request(member, 'GET', `/api/versions/${id}/download`)).status).toBe(404)
})

test('an earlier archive is unchanged, also in ranges; a withdrawal that is not for security allows downloads', async () => {
  const { path, contents, old, current } = await twoVersions()
  const link = await linkOf(`/api/versions/${old}`)

  expect(link).toMatchObject({ scriptName: 'HUD', fileName: 'HUD 1.0.0.zip', fileSize: contents[0]?.length })
  expect((await bytesOf(link)).equals(contents[0] ?? Buffer.of())).toBe(true)
  expect((await bytesOf(await linkOf(path))).equals(contents[1] ?? Buffer.of())).toBe(true)
  const url = new URL(link.downloadUrl, app.url)
  const head = await fetch(url, { method: 'HEAD' })
  const range = await fetch(url, { headers: { range: 'bytes=100-199' } })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(contents[0]?.length)])
  expect(range.status).toBe(206)
  expect(Buffer.from(await range.arrayBuffer()).equals(contents[0]?.subarray(100, 200) ?? Buffer.of())).toBe(
    true,
  )

  const withdrawal = { kind: 'broken', reason: 'It does not start at all.' }
  await app.request(author, 'POST', `/api/versions/${current}/withdraw`, withdrawal)
  expect((await bytesOf(await linkOf(`/api/versions/${current}`))).equals(contents[1] ?? Buffer.of())).toBe(
    true,
  )
  expect((await bytesOf(await linkOf(path))).equals(contents[0] ?? Buffer.of())).toBe(true)
})

test('a link of a script continues to work when a new version is published', async () => {
  const { path, contents } = await twoVersions()
  const link = await linkOf(path)
  await app.request(author, 'PUT', path, editForm({}, { archive: archiveOf() }))

  expect((await bytesOf(link)).equals(contents[1] ?? Buffer.of())).toBe(true)
  now = new Date(now.getTime() + 10 * 60_000 + 1)
  expect((await fetch(new URL(link.downloadUrl, app.url))).status).toBe(403)
})

test('a download counts once an hour, for the script and for the version of the last link', async () => {
  const { id, path, old, current } = await twoVersions()
  const record = () => app.request(member, 'POST', `${path}/download`)
  await record()
  expect(await stateOf(id)).toEqual({ script: 0, versions: [0, 0], last: null })

  await linkOf(`/api/versions/${old}`)
  await record()
  expect(await stateOf(id)).toEqual({ script: 1, versions: [1, 0], last: old })
  await linkOf(path)
  expect((await record()).body).toEqual({ downloads: 1 })
  expect(await stateOf(id)).toEqual({ script: 1, versions: [1, 0], last: current })

  now = new Date(now.getTime() + 61 * 60_000)
  await linkOf(path)
  await record()
  expect(await stateOf(id)).toEqual({ script: 2, versions: [1, 1], last: current })
  const { body } = await app.request(author, 'GET', `${path}/versions`)
  expect(body.versions.map(({ downloads }: { downloads: number }) => downloads)).toEqual([1, 1])
})

test('an archive that is gone has no link, and its version and report remain', async () => {
  const { old } = await twoVersions()
  const link = await linkOf(`/api/versions/${old}`)
  await app.db.execute(sql`update script_versions set key = null where id = ${old}`)

  expect(await app.request(member, 'GET', `/api/versions/${old}/download`)).toMatchObject({
    status: 404,
    body: { error: 'The archive of this version is no longer available' },
  })
  expect((await fetch(new URL(link.downloadUrl, app.url))).status).toBe(404)
  expect((await app.request(null, 'GET', `/api/versions/${old}`)).body).toMatchObject({
    state: 'published',
    hasFile: false,
  })
  expect((await app.request(null, 'GET', `/api/versions/${old}/report`)).status).toBe(200)
})

test('a bucket returns an earlier archive unchanged', async () => {
  const store = await startObjectStore()
  onTestFinished(() => store.close())
  const other = await startTestApp({ config: { s3: store.s3 } })
  onTestFinished(() => other.close())
  const user = await other.createUser('scripts.upload')
  const { old, contents } = await twoVersions(other, user)

  const { body } = await other.request(user, 'GET', `/api/versions/${old}/download`)

  expect((await bytesOf(body, other)).equals(contents[0] ?? Buffer.of())).toBe(true)
})
