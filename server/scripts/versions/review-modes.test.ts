import { createHash } from 'node:crypto'

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { ReviewMode } from '#contract/site/settings.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { analyseAll, runJob, runQueued } from '#test-support/analyses.ts'
import { casesOf } from '#test-support/cases.ts'
import { dispatchAll } from '#test-support/events.ts'
import { editForm, scriptForm } from '#test-support/script-forms.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

import { applyAnalysis } from './apply-analysis.ts'
import { continueAnalyses } from './analyse-archive.ts'
import { rescan } from './rescan.ts'

const app = await startTestApp()
const { queue, read, decide } = casesOf(app)
const owner = await app.createOwner()
const author = await app.createUser('scripts.upload')
const trusted = await app.createUser('scripts.upload', 'scripts.trusted')
const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate', 'scripts.upload')
const uploaders = { author, trusted, moderator }

const blockedText = 'the text of a file that was taken down'
const blockedHash = createHash('sha256').update(blockedText).digest('hex').slice(0, 32)
await block(blockedHash, 77)

let count = 0
const start = `fx_version 'cerulean'\ngame 'gta5'\n`
const contents = {
  none: () => ({}),
  low: () => ({ 'more.zip': 'x' }),
  medium: () => ({ 'start.bat': 'x' }),
  high: () => ({
    'loader.lua': "PerformHttpRequest('https://example.com/code', function(_, body) load(body)() end)\n",
  }),
  failed: () => ({ 'damaged.lua': 'print(1)' }),
  unread: () => ({ 'fxmanifest.lua': `${start}server_script 'broken.js'\n`, 'broken.js': 'if (' }),
  blocked: () => ({ 'stolen.txt': blockedText }),
} as const
type Content = keyof typeof contents

function archiveOf(content: Content) {
  const files = {
    'fxmanifest.lua': `${start}server_scripts { 'server.lua', 'loader.lua' }\n`,
    'server.lua': `print(${++count})`,
    ...contents[content](),
  }
  const bytes = zipOf(Object.entries(files).map(([name, text]) => ({ name: `hud/${name}`, content: text })))
  if (content === 'failed') bytes[bytes.indexOf('print(1)') + 2] = 0x49
  return { fileName: 'hud.zip', content: bytes }
}

const get = (user: TestUser | null, path: string) => app.request(user, 'GET', path)
const setMode = async (reviewMode: ReviewMode) =>
  expect((await app.request(owner, 'PUT', '/api/settings', { reviewMode })).status).toBe(200)
const stateOf = async (versionId: number) => (await get(owner, `/api/versions/${versionId}`)).body.state

async function block(hash: string, caseId: number | null = null, kind = 'file') {
  await app.db.execute(sql`
    insert into blocklist_entries (kind, value, reason, case_id) values (${kind}, ${hash}, 'taken down', ${caseId})`)
}

async function submit(user: TestUser, content: Content) {
  const form = await scriptForm({ version: '1.0' }, { archive: archiveOf(content) })
  return (await app.request(user, 'POST', '/api/scripts', form)).body
}

async function add(user: TestUser, scriptId: number, content: Content) {
  const form = editForm({}, { archive: archiveOf(content) })
  return (await app.request(user, 'POST', `/api/scripts/${scriptId}/versions`, form)).body
}

const reviewOf = async (versionId: number) => {
  const { rows } = await app.db.execute<{
    id: number
    reason: string
    text: string
    opened_by: number | null
  }>(sql`select id, reason, text, opened_by from cases where version_id = ${versionId} and state = 'open'`)
  return rows[0]
}

// First, because it scans every archive again.
test('a file on the blocklist takes a public version back, also with review off, until someone who may remove the entry publishes it', async () => {
  await setMode('off')
  const script = await submit(author, 'none')
  await analyseAll(app)
  const second = await add(author, script.id, 'none')
  await analyseAll(app)
  const { body: tree } = await get(null, `/api/versions/${second.id}/files`)
  const file = tree.files.find(({ path }: { path: string }) => path === 'hud/server.lua')
  const current = async () => (await get(null, `/api/scripts/${script.id}`)).body.versionId
  expect(await current()).toBe(second.id)

  await block(file.sha256.slice(0, 32))
  await runJob(app, rescan)
  await runQueued(app, applyAnalysis)

  expect(await current()).toBe(script.versionId)
  expect(await stateOf(second.id)).toBe('waiting')
  const { id = 0, text } = (await reviewOf(second.id)) ?? {}
  expect(text).toBe('it contains a file on the blocklist')

  expect(await decide(moderator, id, 'published', { response: '' })).toMatchObject({
    status: 403,
    body: { error: expect.stringMatching(/^A file in its archive is on the blocklist/) },
  })
  expect(await current()).toBe(script.versionId)
  const keeper = await app.createUser(
    'admin.system.access',
    'admin.scripts.moderate',
    'admin.takedowns.manage',
  )
  expect((await decide(keeper, id, 'published', { response: '' })).status).toBe(200)
  expect(await current()).toBe(second.id)
  await runJob(app, applyAnalysis, { sha256: second.sha256 })
  expect(await stateOf(second.id)).toBe('published')
})

test('a blocked archive is not called a file of itself', async () => {
  await setMode('off')
  const script = await submit(author, 'none')
  await analyseAll(app)
  const { sha256 } = (await get(null, `/api/scripts/${script.id}`)).body
  await block(sha256, null, 'archive')
  await runJob(app, applyAnalysis, { sha256 })

  const { id = 0, text } = (await reviewOf(script.versionId)) ?? {}
  expect(text).toBe('its archive is on the blocklist')
  expect(await decide(moderator, id, 'published', { response: '' })).toMatchObject({
    status: 403,
    body: { error: expect.stringMatching(/^Its archive is on the blocklist/) },
  })
})

const published = null
test.each<[ReviewMode, Content, keyof typeof uploaders, reason: string | null]>([
  ['off', 'none', 'author', published],
  ['off', 'high', 'author', published],
  ['off', 'failed', 'author', published],
  ['off', 'blocked', 'author', 'blocklisted-file'],
  ['off', 'blocked', 'trusted', 'blocklisted-file'],
  ['flagged', 'none', 'author', published],
  ['flagged', 'low', 'author', published],
  ['flagged', 'medium', 'author', published],
  ['flagged', 'high', 'author', 'high-finding'],
  ['flagged', 'high', 'trusted', 'high-finding'],
  ['flagged', 'failed', 'author', 'failed'],
  ['flagged', 'unread', 'author', 'failed'],
  ['flagged', 'blocked', 'author', 'blocklisted-file'],
  ['all', 'none', 'author', 'all'],
  ['all', 'low', 'author', 'all'],
  ['all', 'medium', 'author', 'all'],
  ['all', 'none', 'trusted', published],
  ['all', 'medium', 'trusted', published],
  ['all', 'high', 'author', 'high-finding'],
  ['all', 'high', 'trusted', 'high-finding'],
  ['all', 'failed', 'trusted', 'failed'],
  ['all', 'blocked', 'trusted', 'blocklisted-file'],
  ['all', 'none', 'moderator', published],
  ['all', 'high', 'moderator', 'high-finding'],
])('with review %s, an archive with %s of %s: %s', async (mode, content, uploader, reason) => {
  await setMode(mode)
  const user = uploaders[uploader]

  const script = await submit(user, content)

  const isPublic = async () => (await get(null, `/api/scripts/${script.id}`)).status === 200
  expect(await stateOf(script.versionId)).toBe(mode === 'off' ? 'published' : 'scanning')
  expect(await isPublic()).toBe(mode === 'off')
  await analyseAll(app)
  expect(await stateOf(script.versionId)).toBe(reason === null ? 'published' : 'waiting')
  expect(await isPublic()).toBe(reason === null)
  expect((await reviewOf(script.versionId))?.reason ?? null).toBe(reason)
})

test('the author sees why a version waits and its position, the others see neither', async () => {
  await setMode('all')
  const script = await submit(author, 'high')
  await analyseAll(app)
  const { id = 0 } = (await reviewOf(script.versionId)) ?? {}
  await dispatchAll(app)

  const { counts } = await queue(moderator)
  const words = 'a high-severity finding (Runs code that it downloads, hud/loader.lua:1)'
  expect((await read(author, id)).body).toMatchObject({
    kind: 'review',
    reason: 'high-finding',
    text: words,
    role: 'author',
    position: { at: counts.review, of: counts.review },
    version: { id: script.versionId, state: 'waiting', reviewId: id },
    claimedBy: null,
    others: null,
  })
  expect((await read(trusted, id)).status).toBe(404)
  const { body } = await get(author, '/api/notifications')
  expect(body.notifications[0]).toMatchObject({
    text: `Garage 1.0 is waiting for review: ${words}. Position in the queue: ${counts.review}.`,
    path: `/cases/${id}`,
  })
  expect((await get(author, '/api/cases/mine')).body.cases[0]).toMatchObject({ id, number: '1.0' })
})

test('while a version waits, the one before stays current; a rejected one stays private with the reason', async () => {
  await setMode('flagged')
  const script = await submit(author, 'none')
  await analyseAll(app)
  const second = await add(author, script.id, 'high')
  await analyseAll(app)
  const current = async () => (await get(null, `/api/scripts/${script.id}`)).body.versionId
  const { id = 0 } = (await reviewOf(second.id)) ?? {}

  expect(await current()).toBe(script.versionId)
  expect((await decide(moderator, id, 'rejected', { response: '' })).status).toBe(400)
  const response = 'Please explain the code that is downloaded.'
  expect((await decide(moderator, id, 'rejected', { response })).status).toBe(200)

  expect(await current()).toBe(script.versionId)
  expect((await get(author, `/api/versions/${second.id}`)).body).toMatchObject({
    state: 'withdrawn',
    withdrawal: { kind: 'rejected', reason: response },
  })
  expect((await get(null, `/api/versions/${second.id}`)).status).toBe(404)
  await dispatchAll(app)
  expect((await get(author, '/api/notifications')).body.notifications[0]).toMatchObject({
    kind: 'version-decided',
    text: 'Garage 1.1 was not published: Please explain the code that is downloaded.',
    path: `/cases/${id}`,
  })
  const third = await add(author, script.id, 'none')
  await analyseAll(app)
  expect(await current()).toBe(third.id)
})

test('an archive on the blocklist hides its only version, and cannot be uploaded again', async () => {
  await setMode('off')
  const archive = archiveOf('none')
  const send = async () =>
    app.request(author, 'POST', '/api/scripts', await scriptForm({ version: '1.0' }, { archive }))
  const { body: script } = await send()
  await analyseAll(app)

  await block(script.sha256, 12, 'archive')
  await runJob(app, applyAnalysis, { sha256: script.sha256 })

  expect((await get(null, `/api/scripts/${script.id}`)).status).toBe(404)
  expect((await reviewOf(script.versionId))?.reason).toBe('blocklisted-file')
  expect(await send()).toMatchObject({
    status: 400,
    body: { fields: { scriptFile: 'This file was taken down (case #12) and cannot be shared here.' } },
  })
})

test('an accepted finding of a file lets the next archive with that file through', async () => {
  await setMode('flagged')
  const script = await submit(author, 'high')
  await analyseAll(app)
  const { id = 0 } = (await reviewOf(script.versionId)) ?? {}
  const { body: report } = await get(moderator, `/api/versions/${script.versionId}/report`)
  const accept = report.findings
    .filter(({ severity }: { severity: string }) => severity === 'high')
    .map(({ rule, fileSha256 }: { rule: string; fileSha256: string }) => ({ rule, fileSha256 }))

  const decided = await decide(owner, id, 'published', { response: '', actions: { accept } })

  expect(decided.status).toBe(200)
  expect((await get(null, `/api/scripts/${script.id}`)).body.severity).not.toBe('high')
  const next = await submit(author, 'high')
  await analyseAll(app)
  expect(await stateOf(next.versionId)).toBe('published')
})

test('no moderator decides about an own script, nor about a version that they uploaded for its author', async () => {
  await setMode('off')
  const script = await submit(author, 'none')
  await analyseAll(app)
  await setMode('flagged')
  const version = await add(moderator, script.id, 'blocked')
  const own = await submit(moderator, 'blocked')
  await analyseAll(app)
  const publish = (id: number, user: TestUser) => app.request(user, 'POST', `/api/scripts/${id}/publish`)

  for (const { versionId, id } of [
    { versionId: version.id, id: script.id },
    { versionId: own.versionId, id: own.id },
  ]) {
    const { id: caseId = 0 } = (await reviewOf(versionId)) ?? {}
    expect((await decide(moderator, caseId, 'published')).status).toBe(403)
    expect((await publish(id, moderator)).status).toBe(403)
    expect((await publish(id, owner)).status).toBe(200)
    expect((await read(owner, caseId)).body).toMatchObject({ state: 'closed', decision: 'published' })
  }
})

test('versions that waited in an earlier release are reviewed, and a restored version is reviewed again', async () => {
  await setMode('all')
  const script = await submit(author, 'none')
  await analyseAll(app)
  await app.db.execute(sql`delete from cases where version_id = ${script.versionId}`)

  await runJob(app, continueAnalyses)
  await runQueued(app, applyAnalysis)

  expect((await reviewOf(script.versionId))?.reason).toBe('all')
  const withdrawal = { kind: 'other', reason: 'Not ready for the public yet.' }
  await app.request(author, 'POST', `/api/versions/${script.versionId}/withdraw`, withdrawal)
  expect(await reviewOf(script.versionId)).toBeUndefined()
  await app.request(author, 'POST', `/api/versions/${script.versionId}/restore`)
  expect(await stateOf(script.versionId)).toBe('scanning')
  await analyseAll(app)
  expect((await reviewOf(script.versionId))?.reason).toBe('all')
})

test('a copy of the archive of another author waits, also of a trusted one and while the original is withdrawn; with review off it does not', async () => {
  const archive = archiveOf('none')
  const send = async (user: TestUser) =>
    (await app.request(user, 'POST', '/api/scripts', await scriptForm({ version: '1.0' }, { archive }))).body
  await setMode('flagged')
  const original = await send(author)
  await analyseAll(app)
  const withdrawal = { kind: 'other', reason: 'Not ready for the public yet.' }
  await app.request(author, 'POST', `/api/versions/${original.versionId}/withdraw`, withdrawal)

  const copy = await send(trusted)
  const again = await send(author)
  await analyseAll(app)
  expect(await reviewOf(copy.versionId)).toMatchObject({
    reason: 'copied-archive',
    text: 'another author shared the same code before',
  })
  expect(await stateOf(again.versionId)).toBe('published')

  await setMode('off')
  const other = await send(moderator)
  await analyseAll(app)
  expect(await stateOf(other.versionId)).toBe('published')
})
