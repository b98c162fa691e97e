import { createHash, randomBytes } from 'node:crypto'

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { hashFiles } from '#server/archives/archives.public.ts'
import { analyseAll, runJob } from '#test-support/analyses.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { editForm, scriptForm } from '#test-support/script-forms.ts'
import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()
const author = await app.createUser('scripts.upload')
const moderator = await app.createOwner()

const archiveOf = (files: Record<string, string>) => ({
  fileName: 'a.zip',
  content: zipOf(Object.entries(files).map(([name, content]) => ({ name, content }))),
})

async function submit(name: string, files: Record<string, string>) {
  const form = await scriptForm({ name }, { archive: archiveOf(files) })
  const { body } = await app.request(author, 'POST', '/api/scripts', form)
  await analyseAll(app)
  return { id: Number(body.id), versionId: Number(body.versionId) }
}

async function addVersion(id: number, number: string, files: Record<string, string>) {
  const form = editForm({ number }, { archive: archiveOf(files) })
  const { body } = await app.request(author, 'POST', `/api/scripts/${id}/versions`, form)
  await analyseAll(app)
  return Number(body.id)
}

const hash = (content: string) => createHash('sha256').update(content).digest('hex')
const identify = async (hashes: unknown) => {
  const { body, status } = await app.request(null, 'POST', '/api/identify', { hashes })
  return { status, body }
}

test.each([
  ['no list', undefined],
  ['an empty list', []],
  ['a text that is no hash', ['abc']],
  ['a hash in upper case', [hash('x').toUpperCase()]],
  ['a number', [1]],
  ['too many hashes', Array.from({ length: 5001 }, () => hash('x'))],
])('%s is rejected', async (_, hashes) => {
  expect(await identify(hashes)).toMatchObject({ status: 400, body: { code: 'validation' } })
})

test('5,000 hashes of no file here are in no script', async () => {
  const hashes = Array.from({ length: 5000 }, () => randomBytes(32).toString('hex'))
  expect(await identify(hashes)).toEqual({ status: 200, body: { scripts: [], takenDown: [], common: 0 } })
})

test('the version with most of the files and fewest others is first', async () => {
  const old = {
    'g/fxmanifest.lua': "fx_version 'cerulean'\nversion '1'",
    'g/a.lua': 'a = 1',
    'g/b.lua': 'b = 1',
  }
  const { id, versionId } = await submit('Garage', old)
  const next = { ...old, 'g/b.lua': 'b = 2', 'g/empty.lua': '' }
  const second = await addVersion(id, '1.1.0', next)
  const pack = await submit('Pack', { ...old, 'p/1.lua': 'p = 1', 'p/2.lua': 'p = 2', 'p/3.lua': 'p = 3' })

  const { body } = await identify([hash('unknown'), hash('b = 1'), hash('a = 1'), hash('b = 1'), hash('')])

  expect(body).toEqual({
    common: 0,
    takenDown: [],
    scripts: [
      {
        id,
        name: 'Garage',
        author: author.username,
        path: `/scripts/${id}`,
        versions: [
          expect.objectContaining({ id: versionId, number: '1.0.0', matched: 2, files: 3, withdrawal: null }),
          expect.objectContaining({ id: second, number: '1.1.0', matched: 1, files: 3 }),
        ],
        hashes: [1, 2],
      },
      expect.objectContaining({ id: pack.id, hashes: [1, 2] }),
    ],
  })
})

test('only published versions of public scripts are returned; withdrawn ones say so', async () => {
  const { id } = await submit('Withdrawn', { 'w/a.lua': 'w = 1' })
  const bad = await addVersion(id, '1.1.0', { 'w/a.lua': 'w = 2' })
  const waiting = await addVersion(id, '1.2.0', { 'w/a.lua': 'w = 3' })
  const reason = 'It sends the token to another host.'
  await app.request(author, 'POST', `/api/versions/${bad}/withdraw`, { kind: 'security', reason })
  await app.db.execute(sql`update script_versions set published_at = null, key = null where id = ${waiting}`)

  expect((await identify([hash('w = 3')])).body.scripts).toEqual([])
  expect((await identify([hash('w = 2')])).body.scripts).toMatchObject([
    { id, versions: [{ id: bad, withdrawal: { kind: 'security', reason } }] },
  ])
  await app.db.execute(sql`update scripts set publication = 'removed' where id = ${id}`)
  expect((await identify([hash('w = 2')])).body.scripts).toEqual([])
})

test('versions of a script that was taken down are named without its name, until it is restored', async () => {
  const { id } = await submit('Taken', { 't/a.lua': 't = 1', 't/b.lua': 't = 2' })
  await addVersion(id, '1.1.0', { 't/a.lua': 't = 1' })
  const spam = await submit('Spam', { 's/a.lua': 's = 1' })
  const hide = (script: number, reason: string) =>
    app.request(moderator, 'POST', `/api/scripts/${script}/removal`, { reason, note: 'See the case.' })
  await hide(id, 'backdoor')
  await hide(spam.id, 'spam')

  expect((await identify([hash('t = 2'), hash('s = 1'), hash('t = 1')])).body).toEqual({
    common: 0,
    scripts: [],
    takenDown: [
      {
        scriptId: id,
        number: '1.0.0',
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        removal: 'backdoor',
        matched: 2,
        files: 2,
        hashes: [0, 2],
      },
    ],
  })
  await app.request(moderator, 'DELETE', `/api/scripts/${id}/removal`)
  expect((await identify([hash('t = 2')])).body).toMatchObject({ scripts: [{ id }], takenDown: [] })
})

test('a file that is in more than 64 archives identifies none, and is counted', async () => {
  const common = 'library = true'
  const { id } = await submit('Uses a library', { 'l/lib.lua': common, 'l/own.lua': 'own = 1' })
  await app.db.execute(sql`
    with added as (
      insert into archive_analyses (sha256, size, extension, state, priority)
      select lpad(n::text, 64, 'c'), 1, 'zip', 'done', 0 from generate_series(1, 64) n returning id)
    insert into archive_files (hash, analysis_id)
    select decode(${hash(common).slice(0, 32)}, 'hex'), id from added`)

  expect((await identify([hash(common)])).body).toEqual({ scripts: [], takenDown: [], common: 1 })
  expect((await identify([hash(common), hash('own = 1')])).body).toMatchObject({
    common: 1,
    scripts: [{ id, versions: [{ matched: 1 }], hashes: [1] }],
  })
})

test('packs of an earlier release are listed by the job, and one that is lost does not stop it', async () => {
  const lost = await submit('Lost', { 'x/lost.lua': 'lost = 1' })
  const { id } = await submit('Earlier', { 'e/a.lua': 'earlier = 1' })
  await app.db.execute(sql`delete from archive_files`)
  await app.db.execute(sql`update archive_analyses set file_hashes = null`)
  await app.db.execute(sql`
    update archive_analyses set pack_key = 'packs/gone' where sha256 =
      (select sha256 from script_versions where script_id = ${lost.id})`)
  expect((await identify([hash('earlier = 1')])).body.scripts).toEqual([])

  await runJob(app, hashFiles)

  expect((await identify([hash('earlier = 1')])).body.scripts).toMatchObject([{ id }])
  expect((await identify([hash('lost = 1')])).body.scripts).toEqual([])
})
