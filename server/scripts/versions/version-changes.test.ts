import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { zipOf } from '#test-support/archives/zip.ts'
import { analyseAll, runJob, runQueued } from '#test-support/analyses.ts'
import { editForm, scriptForm } from '#test-support/script-forms.ts'
import { startTestApp } from '#test-support/test-app.ts'

import { applyAnalysis } from './apply-analysis.ts'
import { compareVersions } from './version-changes.ts'

const app = await startTestApp()
const author = await app.createUser('scripts.upload')

let count = 0
function archiveOf(members: Record<string, string>) {
  const manifest = `fx_version 'cerulean'\ngame 'gta5'\nserver_scripts { '*.lua' }\n-- ${++count}\n`
  const all = { 'hud/fxmanifest.lua': manifest, ...members }
  return {
    fileName: 'hud.zip',
    content: zipOf(Object.entries(all).map(([name, content]) => ({ name, content, deflate: true }))),
  }
}

/** A script with one version for each archive. */
async function scriptWith(first: ReturnType<typeof archiveOf>, ...more: ReturnType<typeof archiveOf>[]) {
  const form = await scriptForm({}, { archive: first })
  const { body } = await app.request(author, 'POST', '/api/scripts', form)
  await analyseAll(app)
  for (const archive of more) {
    const { status } = await app.request(author, 'PUT', `/api/scripts/${body.id}`, editForm({}, { archive }))
    expect(status).toBe(200)
    await analyseAll(app)
  }
  return { id: body.id }
}

async function versionsOf({ id }: { id: number }) {
  const { body } = await app.request(null, 'GET', `/api/scripts/${id}/versions`)
  return body.versions.toReversed()
}
const changesOf = async (script: { id: number }) =>
  (await versionsOf(script)).map(({ change }: { change: unknown }) => change)

const calls = (host: string) => `PerformHttpRequest('https://${host}/', function() end)\n`

/** Archives with one, two and three files. */
const growing = () =>
  [
    archiveOf({ 'hud/a.lua': 'print(1)\n' }),
    archiveOf({ 'hud/a.lua': 'print(1)\n', 'hud/b.lua': calls('b.example') }),
    archiveOf({ 'hud/a.lua': 'print(1)\n', 'hud/c.lua': calls('c.example'), 'hud/d.lua': 'print(4)\n' }),
  ] as const

const call = (host: string) => ({ kind: 'calls-out', side: 'server', value: host })
const expected = [
  null,
  { added: [call('b.example')], removed: [], files: { added: 1, removed: 0, changed: 1 } },
  { added: [call('c.example')], removed: [call('b.example')], files: { added: 2, removed: 1, changed: 1 } },
]

const script = await scriptWith(...growing())
const [, { id: second, sha256: secondArchive }] = await versionsOf(script)

test.each([
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
])('each version says what it changes when the analyses end in the order %i, %i, %i', async (...order) => {
  const hashes: string[] = (await versionsOf(script)).map(({ sha256 }: { sha256: string }) => sha256)
  await app.db.execute(sql`update script_versions set change = null where script_id = ${script.id}`)
  await app.db.execute(sql`
    update archive_analyses set state = 'waiting' where sha256 = any(${sql.param(hashes)}::text[])`)
  app.app.cache.invalidateTags([`card:${script.id}`])
  expect(await changesOf(script)).toEqual([null, null, null])

  for (const index of order) {
    await app.db.execute(sql`update archive_analyses set state = 'done' where sha256 = ${hashes[index]}`)
    await runJob(app, applyAnalysis, { sha256: hashes[index] })
  }

  expect(await changesOf(script)).toEqual(expected)
})

test('a version is compared with the one before it that is published and not withdrawn', async () => {
  const path = `/api/versions/${second}`
  const withdrawal = { kind: 'broken', reason: 'It does not start at all.' }
  expect((await app.request(author, 'POST', `${path}/withdraw`, withdrawal)).status).toBe(200)
  await runQueued(app, compareVersions)

  expect((await changesOf(script))[2]).toEqual({
    added: [call('c.example')],
    removed: [],
    files: { added: 2, removed: 0, changed: 1 },
  })
  expect((await app.request(author, 'POST', `${path}/restore`)).status).toBe(200)
  await runQueued(app, compareVersions)
  expect(await changesOf(script)).toEqual(expected)
})

test('a version with the archive of another script has its own change', async () => {
  const [one, other] = growing()
  await scriptWith(one)
  const reversed = await scriptWith(other, one)

  expect((await changesOf(reversed))[1]).toMatchObject({
    removed: [call('b.example')],
    files: { removed: 1 },
  })
})

test('applying an analysis again writes nothing', async () => {
  const rows = () =>
    app.db.execute(sql`select xmin::text, change from script_versions where script_id = ${script.id}`)
  const before = (await rows()).rows

  await runJob(app, applyAnalysis, { sha256: secondArchive })

  expect((await rows()).rows).toEqual(before)
})
