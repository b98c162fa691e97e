import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'

import { deleteHiddenFiles } from '#server/scripts/removals/remove-scripts.ts'
import { sweepFiles } from '#server/scripts/file-sweep/sweep-files.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { analyseAll, runJob } from '#test-support/analyses.ts'
import { respondWithError, startObjectStore } from '#test-support/s3-server.ts'
import { filesOnDisk, scriptForm } from '#test-support/script-forms.ts'
import { startTestApp, type TestApp } from '#test-support/test-app.ts'

import { analyseNext, continueAnalyses } from './analyse-archive.ts'
import { rescan } from './rescan.ts'

const failReads = (request: string) => (request.startsWith('GET') ? respondWithError(503) : undefined)

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex')

let count = 0
function archiveOf(content = `print(${++count})`) {
  return { fileName: 'a.zip', content: zipOf([{ name: 'a/server.lua', content, deflate: true }]) }
}

async function submit(app: TestApp, archive = archiveOf()) {
  const author = await app.createUser('scripts.upload')
  const { body } = await app.request(author, 'POST', '/api/scripts', await scriptForm({}, { archive }))
  return { ...body, author }
}

const reportOf = async (app: TestApp, { versionId }: { versionId: number }) =>
  (await app.request(null, 'GET', `/api/versions/${versionId}/report`)).body
const contentOf = (app: TestApp, { versionId }: { versionId: number }) =>
  app.request(null, 'GET', `/files/content/${versionId}/0`)
const rowOf = async (app: TestApp, { sha256 }: { sha256: string }) =>
  (await app.db.execute(sql`select * from archive_analyses where sha256 = ${sha256}`)).rows[0]
const packsOf = async (app: TestApp) =>
  (await filesOnDisk(app.dataDir)).filter((name) => name.endsWith('.pack'))
const stagedIn = (app: TestApp) => readdir(join(app.dataDir, 'files', 'tmp'))

test('a damaged archive is a failure that the report states', async () => {
  const app = await startTestApp()
  const content = zipOf([{ name: 'a/server.lua', content: 'print(1)' }])
  content[content.indexOf('print(1)') + 2] = 0x49
  const script = await submit(app, { fileName: 'a.zip', content })
  await analyseAll(app)

  expect(await reportOf(app, script)).toMatchObject({
    state: 'failed',
    failure: 'A file in the archive is damaged. Its author can pack it again and upload a new version.',
    severity: null,
    contents: null,
  })
  expect(await packsOf(app)).toEqual([])
  expect(await stagedIn(app)).toEqual([])
})

test('an analysis that a killed process left is finished by the next one, and given up after three attempts', async () => {
  const app = await startTestApp()
  const [script, poison] = [await submit(app), await submit(app)]
  await app.db.execute(
    sql`update archive_analyses set state = 'running', attempts = 1 where sha256 = ${script.sha256}`,
  )
  await app.db.execute(
    sql`update archive_analyses set state = 'running', attempts = 4 where sha256 = ${poison.sha256}`,
  )

  await runJob(app, continueAnalyses)
  await analyseAll(app)

  expect(await reportOf(app, script)).toMatchObject({ state: 'done' })
  expect(await reportOf(app, poison)).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('Three scans ended without a result.'),
  })
})

test('the job runner analyses an upload; a node that stops meanwhile leaves it to the next one', async () => {
  const app = await startTestApp({ runsJobs: true })
  const script = await submit(app)
  await expect.poll(async () => (await rowOf(app, script))?.['state']).toBe('running')
  await app.stop()
  expect(await stagedIn(app)).toEqual([])

  const next = await app.startNode()

  const report = async () =>
    (await next.request(null, 'GET', `/api/versions/${script.versionId}/report`)).body.state
  await expect.poll(report).toBe('done')
})

test('a new rule set scans packs again and does not read archives', async () => {
  const app = await startTestApp()
  const script = await submit(app)
  await analyseAll(app)
  const { revision } = await reportOf(app, script)
  const before = await rowOf(app, script)
  for await (const { key } of app.app.files.list('archives')) await app.app.files.remove([key])
  await app.db.execute(
    sql`insert into blocklist_entries (kind, value, reason) values ('host', 'example.com', 'for a test')`,
  )

  await runJob(app, rescan)

  const report = await reportOf(app, script)
  expect(report).toMatchObject({ state: 'done', contents: { files: 1 } })
  expect(report.revision).not.toBe(revision)
  expect(await rowOf(app, script)).toMatchObject({
    pack_key: before?.['pack_key'],
    started_at: before?.['started_at'],
  })
  expect((await contentOf(app, script)).status).toBe(200)
})

test('archives of an earlier rule set get fingerprints from their packs', async () => {
  const app = await startTestApp()
  const content = "TriggerEvent('fines:add', source, { amount = 5 })\n".repeat(20)
  const script = await submit(app, archiveOf(content))
  const fingerprints = async () =>
    (
      await app.db.execute(sql`
        select f.kind, f.position, f.size, encode(f.hash, 'hex') as hash
        from archive_fingerprints f join archive_analyses a on a.id = f.analysis_id
        where a.sha256 = ${script.sha256} order by f.kind`)
    ).rows
  await analyseAll(app)
  const before = await fingerprints()
  for await (const { key } of app.app.files.list('archives')) await app.app.files.remove([key])
  await app.db.execute(sql`delete from archive_fingerprints`)
  await app.db.execute(sql`update archive_analyses set revision = '2.0'`)

  await runJob(app, rescan)

  expect(before).toMatchObject([
    { kind: 'b', position: 0, size: content.length, hash: sha256Of(content).slice(0, 32) },
    { kind: 't', position: 0, size: content.length },
  ])
  expect(await fingerprints()).toEqual(before)
})

test.each([
  [
    'a scan',
    async (app: TestApp) => {
      await app.db.execute(sql`update archive_analyses set revision = '0.0'`)
      await runJob(app, rescan)
    },
  ],
  ['the nightly sweep', async (app: TestApp) => void (await sweepFiles(app.app))],
])('a lost pack is noticed by %s and made again', async (_, notice) => {
  const app = await startTestApp()
  const script = await submit(app)
  await analyseAll(app)
  for await (const { key } of app.app.files.list('packs')) await app.app.files.remove([key])

  expect((await contentOf(app, script)).status).toBe(404)
  await notice(app)
  expect(await reportOf(app, script)).toMatchObject({ state: 'waiting', contents: null })
  await analyseAll(app)

  expect(await reportOf(app, script)).toMatchObject({ state: 'done' })
  expect((await contentOf(app, script)).body).toBe(`print(${count})`)
})

test('the analysis and the pack of a deleted script are removed after a day', async () => {
  let time = new Date()
  const app = await startTestApp({ clock: { now: () => time } })
  const [gone, stays] = [await submit(app), await submit(app)]
  await analyseAll(app)
  await app.request(gone.author, 'DELETE', `/api/scripts/${gone.id}`)

  expect((await contentOf(app, gone)).status).toBe(404)
  expect((await app.request(null, 'GET', `/api/versions/${gone.versionId}/report`)).status).toBe(404)
  await sweepFiles(app.app)
  expect(await packsOf(app)).toHaveLength(2)
  time = new Date(time.getTime() + 25 * 3_600_000)
  await sweepFiles(app.app)

  expect(await packsOf(app)).toHaveLength(1)
  expect(await rowOf(app, gone)).toBeUndefined()
  expect(await rowOf(app, stays)).toMatchObject({ state: 'done' })
  expect((await contentOf(app, stays)).status).toBe(200)
})

test('an archive whose file was lost is read from another upload of it', async () => {
  const app = await startTestApp()
  const archive = archiveOf()
  const script = await submit(app, archive)
  const { rows } = await app.db.execute<{ key: string }>(sql`select key from script_versions`)
  await app.app.files.remove(rows.map(({ key }) => key))
  await analyseAll(app)
  expect(await reportOf(app, script)).toMatchObject({ state: 'failed' })

  const again = await submit(app, archive)
  await analyseAll(app)

  expect(await reportOf(app, again)).toMatchObject({ state: 'done' })
  expect((await contentOf(app, again)).status).toBe(200)
})

test('an archive whose files were deleted with a hidden script is read again when it is uploaded again', async () => {
  const app = await startTestApp()
  const archive = archiveOf()
  const script = await submit(app, archive)
  await analyseAll(app)
  const removal = { reason: 'spam', note: '' }
  await app.request(await app.createOwner(), 'POST', `/api/scripts/${script.id}/removal`, removal)
  await app.db.execute(sql`update script_removals set removed_at = removed_at - interval '31 days'`)
  await deleteHiddenFiles(app.app)
  expect(await rowOf(app, script)).toMatchObject({ state: 'done', pack_key: null })

  const again = await submit(app, archive)
  await analyseAll(app)

  expect((await contentOf(app, again)).status).toBe(200)
})

test('a store that is unavailable delays an analysis and fails nothing', async () => {
  const store = await startObjectStore()
  onTestFinished(() => store.close())
  const app = await startTestApp({ config: { s3: store.s3 } })
  const script = await submit(app)
  store.injectFault(failReads)

  await expect(runJob(app, analyseNext)).rejects.toMatchObject({ code: 'unavailable' })
  expect(await rowOf(app, script)).toMatchObject({ state: 'waiting', attempts: 0, failure: null })
  store.injectFault(undefined)
  await analyseAll(app)

  expect(await reportOf(app, script)).toMatchObject({ state: 'done' })
  const reads = store.calls.length
  expect((await contentOf(app, script)).body).toBe(`print(${count})`)
  // The index and the file.
  expect(store.calls.slice(reads).filter((call) => call.startsWith('GET'))).toHaveLength(2)
  await contentOf(app, script)
  expect(store.calls.slice(reads).filter((call) => call.startsWith('GET'))).toHaveLength(3)
  store.injectFault(failReads)
  expect(await contentOf(app, script)).toMatchObject({ status: 503, body: { code: 'unavailable' } })
})
