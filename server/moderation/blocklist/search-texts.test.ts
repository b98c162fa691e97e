import { randomBytes } from 'node:crypto'

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { analyseAll } from '#test-support/analyses.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { scriptForm } from '#test-support/script-forms.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

const app = await startTestApp()
const owner = await app.createOwner()
const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')
const author = await app.createUser('scripts.upload')
const path = '/api/moderation/blocklist'

const add = (user: TestUser, value: string) =>
  app.request(user, 'POST', path, { kind: 'text', value, reason: 'For a test' })
const effectOf = async (value: string) =>
  (await app.request(moderator, 'GET', `${path}/effect?kind=text&value=${encodeURIComponent(value)}`)).body

async function submit(files: Parameters<typeof zipOf>[0]) {
  const archive = { fileName: 'a.zip', content: zipOf(files) }
  const response = await app.request(author, 'POST', '/api/scripts', await scriptForm({}, { archive }))
  expect(response.status).toBe(201)
  return response.body
}

/** Of 2 MB, the largest that a pack stores. */
const image = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(2 * 1024 ** 2 - 8)])

test('a pack of more than 32 MB is searched to its end, so a moderator can block a rare text', async () => {
  const images = Array.from({ length: 16 }, (_, n) => ({ name: `a/${n}.png`, content: image }))
  const texts = [
    { name: 'a/server.lua', content: `-- ${randomBytes(100_000).toString('hex')}` },
    { name: 'a/long.txt', content: `${randomBytes(2_400_000).toString('hex')} the end of it` },
  ]
  await submit([...images, ...texts])
  await analyseAll(app)
  const { rows } = await app.db.execute(
    sql`select pack_size > 32 * 1024 * 1024 as large from archive_analyses`,
  )
  expect(rows).toEqual([{ large: true }])

  const [rare, contained] = ['A rare marker of a backdoor', 'The end of it']
  const none = { versions: 0, notSearched: 0, needsAdministrator: false }
  expect(await effectOf(rare)).toMatchObject(none)
  expect(await effectOf(contained)).toMatchObject({ ...none, versions: 1 })
  expect((await add(moderator, rare)).status).toBe(201)
})

test('versions that could not be searched count as if they matched', async () => {
  const file = { name: 'a/server.lua', content: "TriggerEvent('lost:open', source)" }
  const script = await submit([file])
  await submit([file, { name: 'a/b.md', content: 'b' }])
  await analyseAll(app)
  const { rows } = await app.db.execute<{ key: string }>(
    sql`select pack_key as key from archive_analyses where sha256 = ${script.sha256}`,
  )
  await app.app.files.remove(rows.map(({ key }) => key))
  const value = "TriggerEvent('lost:open"
  const effect = { archives: 1, versions: 1, notSearched: 1, needsAdministrator: false }
  expect(await effectOf(value)).toMatchObject(effect)
  await app.db.execute(sql`
    insert into script_versions (script_id, number, file_name, extension, size, sha256, entries, unpacked_size, published_at)
    select ${script.id}, '0.' || n, 'a.zip', 'zip', 1, ${script.sha256}, 1, 1, now() from generate_series(1, 19) n`)

  expect(await effectOf(value)).toMatchObject({
    ...effect,
    notSearched: 20,
    needsAdministrator: true,
  })
  expect(await add(moderator, value)).toMatchObject({
    status: 403,
    body: {
      error: `Not all published versions could be searched for “${value}”. Only an administrator can block it`,
    },
  })
  expect((await add(owner, value)).status).toBe(201)
})
