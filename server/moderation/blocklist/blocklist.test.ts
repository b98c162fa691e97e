import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'

import { analyseAll, runJob, runQueued } from '#test-support/analyses.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { casesOf } from '#test-support/cases.ts'
import { dispatchAll } from '#test-support/events.ts'
import { scriptForm } from '#test-support/script-forms.ts'
import { startTestApp, type TestUser } from '#test-support/test-app.ts'

import { withdrawNotifications } from '#server/site/site.public.ts'
import { applyAnalysis, rescan, rescanFile } from '#server/scripts/scripts.public.ts'

const app = await startTestApp()
const admin = await app.createUser(
  'admin.system.access',
  'admin.scripts.moderate',
  'admin.takedowns.manage',
  'admin.activities.view',
)
const owner = await app.createOwner()
const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')
const author = await app.createUser('scripts.upload')
const path = '/api/moderation/blocklist'

const add = (user: TestUser, body: object) =>
  app.request(user, 'POST', path, { reason: 'For a test', ...body })
const hashOf = (digit: string, length = 64) => digit.repeat(length)
async function createCase(): Promise<number> {
  const { rows } = await app.db.execute<{ id: number }>(sql`
    insert into cases (kind, title, reason, created_at, updated_at)
    values ('takedown', 'A case', 'copyright', now(), now()) returning id`)
  return rows[0]?.id ?? 0
}
const listed = async (query = '') => (await app.request(admin, 'GET', `${path}${query}`)).body

const code = (name: string) => `TriggerEvent('${name}:open', source, { amount = 5 })\n`.repeat(20)

async function submit(name: string, files: Record<string, string>, user = author) {
  const members = Object.entries(files).map(([file, content]) => ({ name: file, content, deflate: true }))
  const archive = { fileName: 'a.zip', content: zipOf(members) }
  const { body, status } = await app.request(
    user,
    'POST',
    '/api/scripts',
    await scriptForm({ name }, { archive }),
  )
  expect(status).toBe(201)
  const { rows } = await app.db.execute<{ hash: string }>(sql`
    select encode(sha256(convert_to(${Object.values(files)[0]}, 'utf8')), 'hex') as hash`)
  return { ...body, archive, fileHash: rows[0]?.hash ?? '' }
}

/** A new entry scans every archive again; a test waits for its own only. */
const removeAnalyses = () => app.db.execute(sql`delete from archive_analyses`)

const effectOf = async (kind: string, value: string) =>
  (await app.request(moderator, 'GET', `${path}/effect?kind=${kind}&value=${encodeURIComponent(value)}`)).body

describe('an entry is rejected', () => {
  test.each([
    ['of an unknown kind', { kind: 'user', value: 'x' }, 'kind'],
    ['with a short hash of an archive', { kind: 'archive', value: hashOf('a', 32) }, 'value'],
    [
      'with a hash of a file that is no hexadecimal number',
      { kind: 'file', value: hashOf('g', 32) },
      'value',
    ],
    ['with a URL as its host', { kind: 'host', value: 'https://bad.example/x' }, 'value'],
    ['with a host of one part', { kind: 'host', value: 'localhost' }, 'value'],
    ['with a text that is in every file', { kind: 'text', value: 'local' }, 'value'],
    ['without a value', { kind: 'text' }, 'value'],
    ['without a reason', { kind: 'host', value: 'no-reason.example', reason: ' ' }, 'reason'],
  ])('%s', async (_, body, field) => {
    const before = (await listed()).pagination.total

    const { status, body: error } = await add(admin, body)

    expect([status, Object.keys(error.fields)]).toEqual([400, [field]])
    expect((await listed()).pagination.total).toBe(before)
  })

  test('of an archive or file by a moderator who may not decide takedowns', async () => {
    for (const body of [
      { kind: 'archive', value: hashOf('b') },
      { kind: 'file', value: hashOf('b') },
    ])
      expect((await add(moderator, body)).status).toBe(403)
    expect((await listed('?search=bbbb')).entries).toEqual([])
  })

  test('that is listed already, in another spelling too', async () => {
    expect((await add(moderator, { kind: 'host', value: 'twice.example' })).status).toBe(201)
    expect((await add(moderator, { kind: 'host', value: ' Twice.Example ' })).status).toBe(409)
  })

  test('with a case that does not exist', async () => {
    const entry = { kind: 'host', value: 'no-case.example', caseId: 999_999 }
    expect(await add(admin, entry)).toMatchObject({
      status: 400,
      body: { fields: { caseId: 'Case not found' } },
    })
    expect((await listed('?search=no-case')).entries).toEqual([])
  })
})

test('an entry is listed, found, removed with a reason and listed again', async () => {
  const caseId = await createCase()
  const { status, body: entry } = await add(admin, { kind: 'archive', value: hashOf('C'), caseId })
  expect([status, entry]).toEqual([
    201,
    expect.objectContaining({ kind: 'archive', value: hashOf('c'), addedBy: admin.username, caseId }),
  ])

  expect((await listed('?search=ccccc')).entries).toEqual([entry])
  expect((await listed('?kind=host&search=ccccc')).entries).toEqual([])
  expect((await listed('?search=%25')).entries).toEqual([])
  const remove = (user: TestUser, query: string) => app.request(user, 'DELETE', `${path}/${entry.id}${query}`)
  expect((await remove(moderator, '?reason=mistake')).status).toBe(403)
  expect((await remove(admin, '')).status).toBe(400)
  expect((await remove(admin, '?reason=mistake')).status).toBe(204)
  expect((await remove(admin, '?reason=mistake')).status).toBe(404)
  expect((await listed('?search=ccccc')).entries).toEqual([])
  expect((await add(admin, { kind: 'archive', value: hashOf('c') })).status).toBe(201)

  const { body: log } = await app.request(admin, 'GET', '/api/activities?type=system')
  expect(log.activities.filter(({ action }: { action: string }) => action.startsWith('Blocklist'))).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        action: 'Blocklist Entry Removed',
        metadata: expect.objectContaining({ entryId: entry.id, reason: 'mistake', caseId }),
      }),
    ]),
  )
})

test('of removals at the same time one succeeds, and the log has one', async () => {
  const { body: entry } = await add(moderator, { kind: 'host', value: 'at-once.example' })

  const removals = await Promise.all(
    [1, 2, 3].map(() => app.request(moderator, 'DELETE', `${path}/${entry.id}?reason=mistake`)),
  )

  expect(removals.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([204, 404, 404])
  const { rows } = await app.db.execute(sql`
    select from activities where action = 'Blocklist Entry Removed' and metadata->>'entryId' = ${String(entry.id)}`)
  expect(rows).toHaveLength(1)
})

test('the effect of an entry is known before it is added', async () => {
  const files = { 'a/server.lua': code('effect') }
  const first = await submit('Effect', files)
  await submit('Effect, other archive', { ...files, 'a/b.md': 'b' })
  await analyseAll(app)

  const scripts = [
    { id: first.id, name: 'Effect', author: author.username, isSpared: false, isWaiting: false },
  ]
  const effect = { isListed: false, versions: 0, notSearched: 0, needsAdministrator: false }
  expect(await effectOf('archive', first.sha256)).toEqual({
    ...effect,
    archives: 1,
    versions: 1,
    scripts,
    scriptCount: 1,
  })
  expect(await effectOf('file', first.fileHash)).toMatchObject({ isListed: false, archives: 2 })
  expect((await effectOf('file', first.fileHash)).scripts).toHaveLength(2)
  const none = { ...effect, archives: 0, scripts: [], scriptCount: 0 }
  expect(await effectOf('file', hashOf('d'))).toEqual(none)
  expect(await effectOf('host', 'x.example')).toEqual(none)
  expect(await effectOf('text', "triggerevent('EFFECT:open")).toMatchObject({ archives: 2, versions: 2 })
})

test('the archives with a blocked file are scanned at once, and again when the entry is removed', async () => {
  const script = await submit('Blocked file', { 'a/server.lua': code('blocked') })
  await analyseAll(app)
  const report = async () =>
    (await app.request(admin, 'GET', `/api/versions/${script.versionId}/report`)).body
  expect((await report()).counts.high).toBe(0)

  const { body: entry } = await add(admin, { kind: 'file', value: script.fileHash })
  expect(await runQueued(app, rescanFile)).toBe(1)

  expect((await report()).findings).toMatchObject([{ rule: 'blocklisted-file', path: 'a/server.lua' }])
  await app.request(admin, 'DELETE', `${path}/${entry.id}?reason=mistake`)
  await runQueued(app, rescanFile)
  expect((await report()).counts.high).toBe(0)
})

test('a blocked host is found in archives that were analysed before', async () => {
  await removeAnalyses()
  const script = await submit('Blocked host', {
    'a/server.lua': "PerformHttpRequest('https://cdn.blocked.example/x', function() end)",
  })
  await analyseAll(app)

  await add(moderator, { kind: 'host', value: 'blocked.example' })
  await runJob(app, rescan)

  const { body } = await app.request(admin, 'GET', `/api/versions/${script.versionId}/report`)
  expect(body.findings).toMatchObject([{ rule: 'blocklisted-text', detail: 'blocked.example' }])
})

test('a blocked archive cannot be uploaded, and the message names the case', async () => {
  const script = await submit('Blocked archive', { 'a/server.lua': code('archive') })
  const caseId = await createCase()
  await add(admin, { kind: 'archive', value: script.sha256, caseId })

  const { archive } = script
  const form = await scriptForm({ name: 'Again' }, { archive })
  const { status, body } = await app.request(author, 'POST', '/api/scripts', form)

  const message = `This file was taken down (case #${caseId}) and cannot be shared here.`
  expect([status, body.fields]).toEqual([400, { scriptFile: message }])
})

test('published versions with a blocked archive wait for a moderator, those of hidden scripts stay as they are', async () => {
  const files = { 'a/server.lua': code('reused') }
  const [shown, hidden] = [await submit('Shown', files), await submit('Hidden', files)]
  await analyseAll(app)
  await app.db.execute(sql`update scripts set publication = 'removed' where id = ${hidden.id}`)

  await add(admin, { kind: 'archive', value: shown.sha256 })
  await runQueued(app, applyAnalysis)

  expect((await app.request(null, 'GET', `/api/scripts/${shown.id}`)).status).toBe(404)
  const { body } = await app.request(moderator, 'GET', '/api/moderation/cases?kind=review')
  const titles = body.cases.map(
    ({ title, reason }: { title: string; reason: string }) => `${title}: ${reason}`,
  )
  expect(titles).toContain('Shown: blocklisted-file')
  expect(titles).not.toContain('Hidden: blocklisted-file')
})

test('a text in more than 20 published versions needs an administrator, also with a decision', async () => {
  const script = await submit('Common text', { 'a/server.lua': code('common') })
  await analyseAll(app)
  await app.db.execute(sql`
    insert into script_versions (script_id, number, file_name, extension, size, sha256, entries, unpacked_size, published_at)
    select ${script.id}, '0.' || n, 'a.zip', 'zip', 1, ${script.sha256}, 1, 1, now() from generate_series(1, 20) n`)
  const key = { kind: 'text', value: "TriggerEvent('common:" }
  const message = 'This matches 21 published versions. Only an administrator can block more than 20'

  expect(await effectOf(key.kind, key.value)).toMatchObject({
    archives: 1,
    versions: 21,
    notSearched: 0,
    needsAdministrator: true,
    scripts: [{ id: script.id, name: 'Common text' }],
  })
  expect(await add(moderator, key)).toMatchObject({ status: 403, body: { error: message } })
  const { report, decide } = casesOf(app)
  const { body } = await report(await app.createUser(), { scriptId: script.id })
  const actions = { accept: [], blocklist: [key] }
  expect(await decide(moderator, body.id, 'dismissed', { actions })).toMatchObject({ status: 403 })
  expect((await listed('?search=common%3A')).entries).toEqual([])

  expect((await add(owner, key)).status).toBe(201)
})

const textsOf = async (user: TestUser) => {
  await dispatchAll(app)
  const { body } = await app.request(user, 'GET', '/api/notifications')
  const texts: string[] = body.notifications.map(({ text }: { text: string }) => text)
  return texts
}

describe('of an entry that several scripts of an author match', () => {
  beforeEach(removeAnalyses)

  test('the author gets one notification, which goes away with the entry', async () => {
    const user = await app.createUser('scripts.upload')
    for (const name of ['Marked one', 'Marked two', 'Marked three'])
      await submit(name, { 'a/server.lua': code('marked'), 'a/name.md': name }, user)
    await analyseAll(app)
    const { body: entry } = await add(owner, { kind: 'text', value: "TriggerEvent('marked:" })
    await runJob(app, rescan)

    expect(await textsOf(user)).toEqual([
      expect.stringMatching(
        /^An entry of the blocklist matches Marked \w+ 1\.0\.0 and 2 more of your versions\./,
      ),
    ])

    await app.request(owner, 'DELETE', `${path}/${entry.id}?reason=mistake`)
    await runQueued(app, withdrawNotifications)
    expect(await textsOf(user)).toEqual([])
  })

  test('an entry that is removed before the author is notified leaves no notification', async () => {
    const user = await app.createUser('scripts.upload')
    await submit('Marked late', { 'a/server.lua': code('late') }, user)
    await analyseAll(app)
    const { body: entry } = await add(owner, { kind: 'text', value: "TriggerEvent('late:" })
    await runJob(app, rescan)

    await app.request(owner, 'DELETE', `${path}/${entry.id}?reason=mistake`)
    await runQueued(app, withdrawNotifications)

    expect(await textsOf(user)).toEqual([])
  })
})
