import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { zipOf } from '#test-support/archives/zip.ts'
import { analyseAll } from '#test-support/analyses.ts'
import { editForm, scriptForm } from '#test-support/script-forms.ts'
import { insertTestScript } from '#test-support/scripts.ts'
import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()
const author = await app.createUser('scripts.upload')
const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')

let count = 0
function garage(name = `garage${++count}`, needs = 'ox_lib') {
  const manifest = `fx_version 'cerulean'\ngame 'gta5'\nversion '1.2.0'\nserver_script 'server.lua'\ndependency '${needs}'\n`
  const content = zipOf([
    { name: `${name}/fxmanifest.lua`, content: manifest, deflate: true },
    { name: `${name}/server.lua`, content: `print('${name}')\n`, deflate: true },
  ])
  return { fileName: `${name}.zip`, content }
}

async function submit(archive = garage(), fields: Record<string, string> = {}) {
  const { body, status } = await app.request(
    author,
    'POST',
    '/api/scripts',
    await scriptForm(fields, { archive }),
  )
  expect(status).toBe(201)
  return body
}

const get = (path: string, user: typeof author | null = null) => app.request(user, 'GET', path)

test('a submission has a version, which waits in the queue and is then described by a report', async () => {
  const first = await submit(garage('first_garage'), { version: '1.2.0' })
  const second = await submit(garage('second_garage'))

  expect(first).toMatchObject({ severity: null, analysis: { state: 'waiting', position: 1 } })
  expect(second).toMatchObject({ analysis: { state: 'waiting', position: 2 } })
  const path = `/api/versions/${first.versionId}`
  expect((await get(`${path}/report`)).body).toMatchObject({
    state: 'waiting',
    position: 1,
    contents: null,
    findings: [],
  })
  expect((await get(`${path}/files`)).body.files).toEqual([])
  const wait = { position: 1, isLong: false, seconds: 4, isRepeated: false }
  expect(first.analysis.wait).toEqual(wait)
  expect((await get(`/api/scripts/${first.id}/versions`, author)).body.versions).toMatchObject([{ wait }])
  expect(second.analysis.wait).toEqual({ ...wait, position: 2, seconds: 6 })
  await analyseAll(app)

  const { body: report } = await get(`${path}/report`)
  expect(report).toMatchObject({
    version: {
      id: first.versionId,
      number: '1.2.0',
      state: 'published',
      isCurrent: true,
      hasFile: true,
      analysis: 'done',
    },
    script: { id: first.id, name: 'Garage', author: author.username, userId: author.id },
    context: {
      authorScripts: 2,
      isFirstVersion: true,
      previous: null,
      uploadedBy: author.username,
      isUploadedByAuthor: true,
    },
    state: 'done',
    position: null,
    failure: null,
    isWhole: true,
    contents: { files: 2, notReadTotal: 0 },
    resources: [
      {
        name: 'first_garage',
        games: ['gta5'],
        dependencies: [{ name: 'ox_lib', constraint: null, script: null }],
      },
    ],
  })
  expect(report.revision).toMatch(/^[\da-f]{12}\.\d+$/)
  expect(Date.parse(report.scannedAt)).toBeGreaterThan(Date.parse(first.createdAt) - 1000)
  expect(await get(path)).toMatchObject({ status: 200, body: report.version })
  const { body: shown } = await get(`/api/scripts/${first.id}`)
  expect(shown).toMatchObject({
    versionId: first.versionId,
    severity: report.severity,
    analysis: { state: 'done', position: null, resources: 1, games: ['gta5'], libraries: ['ox_lib'] },
  })
})

test('an archive that is known is not read again', async () => {
  const archive = garage()
  await submit(archive)
  await analyseAll(app)

  const again = await submit(archive)

  expect(again.analysis).toMatchObject({ state: 'done', resources: 1 })
  const { rows } = await app.db.execute(sql`select from archive_analyses where sha256 = ${again.sha256}`)
  expect(rows).toHaveLength(1)
})

test('an edit with a new archive adds a version; the former one keeps its archive, files and report', async () => {
  const script = await submit(garage('before'))
  await analyseAll(app)
  const edit = (form: FormData) => app.request(author, 'PUT', `/api/scripts/${script.id}`, form)
  const renumbered = await edit(editForm({ version: '1.0.1' }))
  const edited = await edit(editForm({ version: '2.0.0' }, { archive: garage('after') }))
  await analyseAll(app)

  expect(renumbered.body.versionId).toBe(script.versionId)
  expect(edited.body.versionId).not.toBe(script.versionId)
  const { body: page } = await get(`/api/scripts/${script.id}/versions`)
  expect(page).toMatchObject({
    versions: [
      { id: edited.body.versionId, number: '2.0.0', isCurrent: true, hasFile: true, analysis: 'done' },
      { id: script.versionId, number: '1.0.1', isCurrent: false, hasFile: true, analysis: 'done' },
    ],
    pagination: { page: 1, limit: 20, total: 2, totalPages: 1 },
  })
  const before = `/api/versions/${script.versionId}`
  expect((await get(`${before}/report`)).body).toMatchObject({
    state: 'done',
    resources: [{ name: 'before' }],
  })
  expect((await get(`${before}/files`)).body.files).toMatchObject([
    { path: 'before/fxmanifest.lua' },
    { path: 'before/server.lua' },
  ])
  expect((await get(`/files/content/${script.versionId}/0`)).status).toBe(200)
  const { body: report } = await get(`/api/versions/${edited.body.versionId}/report`)
  expect(report).toMatchObject({
    context: { isFirstVersion: false, previous: { id: script.versionId } },
    resources: [{ name: 'after' }],
  })
})

test('a dependency is linked to the most downloaded script that provides it, and not to the script itself', async () => {
  const library = await submit(garage('shared_lib', 'oxmysql'))
  await submit(garage('shared_lib', 'oxmysql'))
  await app.db.execute(sql`update scripts set downloads = 5 where id = ${library.id}`)
  const script = await submit(garage('uses_lib', 'shared_lib'))
  await analyseAll(app)

  const { body } = await get(`/api/versions/${script.versionId}/report`)

  expect(body.resources[0].dependencies).toEqual([
    { name: 'shared_lib', constraint: null, script: { id: library.id, name: library.name } },
  ])
  await app.db.execute(sql`update scripts set downloads = 0 where id = ${library.id}`)
  expect((await app.request(author, 'DELETE', `/api/scripts/${library.id}`)).status).toBe(204)
  const after = await get(`/api/versions/${script.versionId}/report`)
  expect(after.body.resources[0].dependencies[0].script?.id).not.toBe(library.id)
})

test('the versions of a script that waits for review are visible to its author and moderators', async () => {
  const script = await submit()
  await analyseAll(app)
  const { body: tree } = await get(`/api/versions/${script.versionId}/files`)
  const { n } = tree.files.find(({ path }: { path: string }) => path.endsWith('server.lua'))
  const version = `/api/versions/${script.versionId}`
  const paths = [
    `/api/scripts/${script.id}/versions`,
    version,
    `${version}/report`,
    `${version}/files`,
    `/files/content/${script.versionId}/${n}`,
  ]
  const member = await app.createUser()
  const statusesOf = async (user: typeof author | null) =>
    Promise.all(paths.map(async (path) => (await get(path, user)).status))

  expect(await statusesOf(null)).toEqual([200, 200, 200, 200, 200])
  await app.db.execute(sql`update scripts set publication = 'review' where id = ${script.id}`)
  await app.db.execute(sql`update script_versions set published_at = null where script_id = ${script.id}`)
  app.app.cache.invalidateTags([`card:${script.id}`])

  expect(await statusesOf(null)).toEqual([404, 404, 404, 404, 404])
  expect(await statusesOf(member)).toEqual([404, 404, 404, 404, 404])
  expect(await statusesOf(author)).toEqual([200, 200, 200, 200, 200])
  expect(await statusesOf(moderator)).toEqual([200, 200, 200, 200, 200])
  expect((await get(version, author)).body).toMatchObject({ state: 'scanning', publishedAt: null })
  expect((await app.request(moderator, 'POST', `/api/scripts/${script.id}/publish`)).status).toBe(200)
  expect(await statusesOf(null)).toEqual([200, 200, 200, 200, 200])
})

test('archives of a release before versions have one after the migration, and a second run changes nothing', async () => {
  const old = await insertTestScript(app, { author, name: 'Old script', version: '0.9.0' })
  const waits = await insertTestScript(app, { author, name: 'Waits', publication: 'review' })
  const script = await submit()
  const isOld = sql`script_id in (${old}, ${waits})`
  await app.db.execute(sql`delete from script_versions where ${isOld}`)
  await app.db.execute(sql`update script_versions set published_at = null where id = ${script.versionId}`)
  const versions = async () =>
    (await app.db.execute(sql`select * from script_versions where ${isOld} order by script_id`)).rows

  await migrateAgain('0063_archives-have-versions')
  const migrated = await versions()
  await migrateAgain('0063_archives-have-versions')
  app.app.cache.clear()

  expect(await versions()).toEqual(migrated)
  expect(migrated).toMatchObject([
    { script_id: old, number: '0.9.0', published_at: migrated[0]?.['created_at'] },
    { script_id: waits, number: '1.0.0', published_at: null },
  ])
  const listed = async (id: number) => (await get(`/api/scripts/${id}/versions`, author)).body.versions
  expect(await listed(old)).toMatchObject([{ isCurrent: true, hasFile: true, state: 'published' }])
  expect(await listed(waits)).toMatchObject([{ isCurrent: true, hasFile: true, state: 'scanning' }])
  expect(await listed(script.id)).toMatchObject([{ id: script.versionId, state: 'published' }])
  await analyseAll(app)
  expect((await get(`/api/versions/${Number(migrated[0]?.['id'])}/report`)).body).toMatchObject({
    state: 'failed',
    failure: 'The archive is missing in the file store. Its author can upload it again.',
    contents: null,
    context: { uploadedBy: null },
  })
})

async function migrateAgain(name: string): Promise<void> {
  const file = await readFile(join(import.meta.dirname, `../../../db/migrations/${name}.sql`), 'utf8')
  for (const statement of file.split('--> statement-breakpoint')) await app.db.execute(sql.raw(statement))
}

test('an archive that was taken down is rejected', async () => {
  const archive = garage()
  const sha256 = createHash('sha256').update(archive.content).digest('hex')
  await app.db.execute(sql`
    insert into blocklist_entries (kind, value, reason) values ('archive', ${sha256}, 'for a test')`)

  const { status, body } = await app.request(
    author,
    'POST',
    '/api/scripts',
    await scriptForm({}, { archive }),
  )

  const message = 'This file was taken down and cannot be shared here.'
  expect([status, body.fields]).toEqual([400, { scriptFile: message }])
})

test('the rules are published with their revision', async () => {
  const { body } = await get('/api/rules')

  expect(body.revision).toMatch(/^[\da-f]{12}\.\d+$/)
  expect(body.rules.length).toBeGreaterThan(20)
})
