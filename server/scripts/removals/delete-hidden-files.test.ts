import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { after, day, minute } from '#platform/clock.ts'
import { sweepFiles } from '#server/scripts/file-sweep/sweep-files.ts'
import { continueAnalyses } from '#server/scripts/versions/analyse-archive.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { analyseAll, runJob } from '#test-support/analyses.ts'
import { editForm, filesOnDisk, scriptForm } from '#test-support/script-forms.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

import { deleteHiddenFiles } from './remove-scripts.ts'

let time = new Date('2026-11-20T10:00:00Z')
const app = await startTestApp({ clock: { now: () => time } })
let moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')
let author = await app.createUser('scripts.upload')

/** Sessions end in the meantime. */
async function advance(milliseconds: number) {
  time = after(time, milliseconds)
  ;[moderator, author] = [await app.signIn(moderator), await app.signIn(author)]
}

async function submit(user: TestUser, content = 'print(1)') {
  const archive = { fileName: 'a.zip', content: zipOf([{ name: 'a/client.lua', content }]) }
  const { body } = await app.request(user, 'POST', '/api/scripts', await scriptForm({}, { archive }))
  return body
}

const versionForm = (content: string) =>
  editForm({}, { archive: { fileName: 'b.zip', content: zipOf([{ name: 'b/client.lua', content }]) } })
const hide = (id: number) =>
  app.request(moderator, 'POST', `/api/scripts/${id}/removal`, { reason: 'spam', note: '' })
const restore = (id: number) => app.request(moderator, 'DELETE', `/api/scripts/${id}/removal`)
const keysOf = async (id: number) =>
  (
    await app.db.execute(sql`
      select key from script_versions where script_id = ${id} and key is not null
      union all select key from script_files where script_id = ${id} and key is not null
      union all select key from script_images where script_id = ${id}`)
  ).rows.length

test('30 days after a script was hidden its files are deleted, and its statistics stay', async () => {
  const before = await filesOnDisk(app.dataDir)
  const script = await submit(author, 'print("only here")')
  await app.request(author, 'POST', `/api/scripts/${script.id}/versions`, versionForm('print("second")'))
  await app.request(moderator, 'POST', `/api/scripts/${script.id}/like`)
  await analyseAll(app)
  await hide(script.id)

  await advance(30 * day - minute)
  await deleteHiddenFiles(app.app)
  expect(await keysOf(script.id)).toBe(4)
  const stored = await filesOnDisk(app.dataDir)
  expect(stored.length).toBeGreaterThan(before.length)

  await advance(2 * minute)
  await deleteHiddenFiles(app.app)

  expect(await keysOf(script.id)).toBe(0)
  await expect.poll(() => filesOnDisk(app.dataDir)).toEqual(before)
  const shown = await app.request(author, 'GET', `/api/scripts/${script.id}`)
  expect(shown.body).toMatchObject({ id: script.id, likes: 1, image: null, removal: { reason: 'spam' } })
  const versions = (await app.request(author, 'GET', `/api/scripts/${script.id}/versions`)).body.versions
  expect(versions).toMatchObject([{ hasFile: false }, { hasFile: false }])
  expect((await app.request(moderator, 'GET', `/api/scripts/${script.id}/download`)).status).toBe(404)
  expect((await app.request(author, 'GET', `/api/versions/${script.versionId}/report`)).body.state).toBe(
    'done',
  )

  // The jobs that compare rows and files have nothing to report or repair.
  expect((await sweepFiles(app.app)).missing).toEqual([])
  await runJob(app, continueAnalyses)
  expect(await keysOf(script.id)).toBe(0)
})

test('a script whose files were deleted waits after it is restored, and a new version shows it again', async () => {
  const script = await submit(author)
  await hide(script.id)
  await advance(31 * day)
  await deleteHiddenFiles(app.app)

  expect((await restore(script.id)).body).toMatchObject({ isInReview: true })
  expect((await app.request(moderator, 'GET', '/api/scripts/waiting')).body.scripts).toEqual([])
  expect((await app.request(moderator, 'POST', `/api/scripts/${script.id}/publish`)).status).toBe(409)
  expect((await app.request(null, 'GET', `/api/scripts/${script.id}`)).status).toBe(404)

  const path = `/api/scripts/${script.id}/versions`
  const added = await app.request(author, 'POST', path, versionForm('print("again")'))

  expect(added.status).toBe(201)
  const { body } = await app.request(null, 'GET', `/api/scripts/${script.id}`)
  expect(body).toMatchObject({ versionId: added.body.id, version: added.body.number })
})

test('the files of restored scripts, of open cases and of equal archives of other scripts stay', async () => {
  const other = await app.createUser('scripts.upload')
  const [restored, concerned, named, copied, copy] = [
    await submit(author),
    await submit(author),
    await submit(author, 'print("named")'),
    await submit(author, 'print("copied")'),
    await submit(other, 'print("copied")'),
  ]
  await analyseAll(app)
  for (const script of [restored, concerned, named, copied]) await hide(script.id)
  await restore(restored.id)
  await app.db.execute(sql`
    insert into cases (kind, archive_sha256, title, reason, created_at, updated_at)
    values ('takedown', ${concerned.sha256}, 'A case', 'copyright', now(), now())`)
  await app.db.execute(sql`
    with opened as (
      insert into cases (kind, title, reason, created_at, updated_at)
      values ('takedown', 'A notice', 'copyright', now(), now()) returning id)
    insert into takedown_scripts (case_id, script_id, user_id, name)
    select id, ${named.id}, ${author.id}, 'Named second' from opened`)
  const files = async () =>
    (await app.request(null, 'GET', `/api/versions/${copy.versionId}/files`)).body.files
  expect(await files()).toHaveLength(1)

  await advance(31 * day)
  await deleteHiddenFiles(app.app)

  expect(await keysOf(restored.id)).toBe(3)
  expect(await keysOf(concerned.id)).toBe(3)
  expect(await keysOf(named.id)).toBe(3)
  expect(await keysOf(copied.id)).toBe(0)
  expect(await keysOf(copy.id)).toBe(3)
  expect(await files()).toHaveLength(1)
  await sweepFiles(app.app)
  expect(await files()).toHaveLength(1)

  await app.db.execute(sql`update cases set state = 'closed'`)
  await deleteHiddenFiles(app.app)
  expect(await keysOf(concerned.id)).toBe(0)
  expect(await keysOf(named.id)).toBe(0)
})
