import { chmod, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

import { expect, test } from 'vitest'

import { createGameServer, publishScript, publishVersion, resourceFiles } from '#test-support/game-server.ts'
import { startHubProxy, type ProxyAnswer } from '#test-support/hub-proxy.ts'
import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()
const author = await app.createUser('scripts.upload', 'scripts.download')
const boats = await publishScript(app, author, 'Boats', resourceFiles('boats'))
const cars = await publishScript(app, author, 'Cars', resourceFiles('cars'))
await publishVersion(app, author, cars.id, '2.0.0', resourceFiles('cars', { files: { 'new.lua': 'new' } }))

async function installed() {
  const server = await createGameServer({ token: author.token })
  await server.run('init', app.url)
  const { code, stderr } = await server.run('add', String(boats.id), `${cars.id}@^2.0.0`, '--yes')
  expect([code, stderr]).toEqual([0, ''])
  return server
}

test('a token that has expired is named as the reason, and nothing changes', async () => {
  const server = await createGameServer({ token: 'x'.repeat(43) })
  await server.run('init', app.url)

  const { code, stderr } = await server.run('add', String(boats.id), '--yes')

  expect([code, stderr]).toEqual([4, expect.stringContaining('does not accept the token')])
  expect(JSON.parse(await server.read('scripthaven.json')).scripts).toEqual({})
})

test('without a token a download asks for one', async () => {
  const server = await createGameServer()
  await server.run('init', app.url)

  expect(await server.run('add', String(boats.id), '--yes')).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('needs an access token'),
  })
})

test('a folder without resources is no server folder', async () => {
  const server = await createGameServer()
  await rm(server.path('resources'), { recursive: true })

  expect(await server.run('init', app.url)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('has no folder "resources"'),
  })
  expect(await server.run('list')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no scripthaven.json'),
  })
})

test('a hub that does not respond is named with the reason', async () => {
  const server = await createGameServer({ token: author.token })
  await server.run('init', 'http://127.0.0.1:1')

  expect(await server.run('add', '1', '--yes')).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('http://127.0.0.1:1 does not respond'),
  })
})

const startProxy = async (answer: ProxyAnswer) => startHubProxy(app.url, answer)

test.each([408, 503])('a call that a busy hub answers with %i is repeated', async (status) => {
  let isBusy = true
  const proxy = await startProxy((path, text) => {
    const reply = isBusy && path === '/api/resolve' ? { status, text: '{}' } : { text }
    isBusy = false
    return reply
  })
  const server = await createGameServer()
  await server.run('init', proxy.url)

  expect(await server.run('outdated')).toMatchObject({ code: 0, stderr: '' })
  expect(proxy.requests).toHaveLength(2)
})

test('a limit of the hub is waited for, and a long wait is named', async () => {
  const waits = ['1', '3']
  const proxy = await startProxy((_, text) => {
    const wait = waits.shift()
    return wait === undefined ? { text } : { status: 429, headers: { 'retry-after': wait }, text: '{}' }
  })
  const server = await createGameServer()
  await server.run('init', proxy.url)

  expect(await server.run('outdated')).toMatchObject({
    code: 0,
    stderr: `${proxy.url} received many requests. This goes on in 3 seconds.\n`,
  })
  expect(proxy.requests).toHaveLength(3)
})

test('a hub that received far too many requests says when to try again', async () => {
  const proxy = await startProxy(() => ({ status: 429, headers: { 'retry-after': '61' }, text: '{}' }))
  const server = await createGameServer()
  await server.run('init', proxy.url)

  expect(await server.run('outdated')).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('too many requests. Try again in 61 seconds.'),
  })
})

test.each<[string, string, RegExp]>([
  ['names a file of another host', 'http://127.0.0.1:1/evil.zip', /names a file of another host/],
  ['names a file by a path that is another host', '//127.0.0.1:1/evil.zip', /names a file of another host/],
])('a hub that %s is not followed', async (_, downloadUrl, message) => {
  const proxy = await startProxy((path, text) => ({
    text: /versions\/\d+\/download/.test(path) ? JSON.stringify({ ...JSON.parse(text), downloadUrl }) : text,
  }))
  const server = await createGameServer({ token: author.token })
  await server.run('init', proxy.url)

  const { code, stderr } = await server.run('add', String(boats.id), '--yes')

  expect([code, stderr]).toEqual([4, expect.stringMatching(message)])
  expect(await readdir(server.path('resources'))).toEqual([])
})

test('a redirect of a call is an error, and its target never sees the token', async () => {
  const other = await startProxy((_, text) => ({ text }))
  const proxy = await startProxy((path, text) =>
    path.startsWith('/api/versions')
      ? { status: 307, headers: { location: `${other.url}${path}` }, text: '' }
      : { text },
  )
  const server = await createGameServer({ token: author.token })
  await server.run('init', proxy.url)

  expect(await server.run('add', String(boats.id), '--yes')).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('redirects to'),
  })
  expect(other.requests).toEqual([])
})

test('the redirect of a file is followed without the token', async () => {
  const other = await startProxy((_, text) => ({ text }))
  const proxy = await startProxy((path, text) =>
    path.startsWith('/files/')
      ? { status: 302, headers: { location: `${other.url}${path}` }, text: '' }
      : { text },
  )
  const server = await createGameServer({ token: author.token })
  await server.run('init', proxy.url)

  // The proxy reads archives as texts, so the hash is another one.
  expect(await server.run('add', String(boats.id), '--yes')).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('is not the one in scripthaven.lock'),
  })
  expect(other.requests.map(({ token }) => token)).toEqual([undefined])
})

test('a resource that is a git checkout is not replaced without --overwrite', async () => {
  const server = await createGameServer({ token: author.token })
  await server.run('init', app.url)
  await server.write('resources/[scripthaven]/boats/fxmanifest.lua', 'mine')
  await server.write('resources/[scripthaven]/boats/.git/config', 'mine')

  const stopped = await server.run('add', String(boats.id), '--yes')

  expect([stopped.code, stopped.stderr]).toEqual([3, expect.stringContaining('boats/.git (a checkout)')])
  expect(await server.read('resources/[scripthaven]/boats/fxmanifest.lua')).toBe('mine')
  expect((await server.run('sync', '--overwrite')).code).toBe(0)
  expect(await server.read('resources/[scripthaven]/boats/fxmanifest.lua')).toContain('cerulean')
})

test('read-only files and a link as the resource folder are replaced or reported', async () => {
  const server = await installed()
  await chmod(server.installed('boats/server.lua'), 0o444)
  await rm(server.installed('boats/fxmanifest.lua'))
  expect((await server.run('sync')).code).toBe(0)
  await rm(server.installed('boats'), { recursive: true })
  await mkdir(server.path('elsewhere'))
  await writeFile(server.path('elsewhere/mine.lua'), 'mine')
  await symlink(server.path('elsewhere'), server.installed('boats'))

  const { code } = await server.run('sync')

  expect(code).toBe(0)
  expect(await readdir(server.path('elsewhere'))).toEqual(['mine.lua'])
  expect(await readdir(server.installed('boats'))).toEqual(['fxmanifest.lua', 'server.lua'])
})

test.each(['scripthaven', 'scripthaven/originals', 'resources', 'resources/[scripthaven]'])(
  'a link as %s is an error, and nothing is written where it leads',
  async (folder) => {
    const server = await installed()
    const elsewhere = await createGameServer()
    await rm(server.path(folder), { recursive: true })
    await symlink(elsewhere.folder, server.path(folder))
    const before = await readdir(elsewhere.folder, { recursive: true })

    const { code, stderr } = await server.run('sync', '--overwrite')

    expect([code, stderr]).toEqual([2, expect.stringContaining(`${server.path(folder)} is a link`)])
    expect(await readdir(elsewhere.folder, { recursive: true })).toEqual(before)
  },
)

test('links in place of files that the program writes are replaced', async () => {
  const server = await installed()
  const originals = await readdir(server.path('scripthaven/originals'))
  const paths = [
    'scripthaven/journal.json.tmp',
    'scripthaven.lock',
    ...originals.map((name) => `scripthaven/originals/${name}`),
  ]
  const lock = await server.read('scripthaven.lock')
  await writeFile(server.path('mine.txt'), 'mine')
  await writeFile(server.path('mine.lock'), lock)
  for (const path of paths) {
    await rm(server.path(path), { force: true })
    await symlink(server.path(path === 'scripthaven.lock' ? 'mine.lock' : 'mine.txt'), server.path(path))
  }
  await rm(server.installed('boats/server.lua'))
  expect((await server.run('sync')).code).toBe(0)
  const added = await publishScript(app, author, 'Buoys', resourceFiles('buoys'))

  expect((await server.run('add', String(added.id), '--yes')).code).toBe(0)

  expect([await server.read('mine.txt'), await server.read('mine.lock')]).toEqual(['mine', lock])
})

test('a data folder and resources with spaces and umlauts work', async () => {
  const script = await publishScript(
    app,
    author,
    'Ställe',
    resourceFiles('Ställe und Höfe', { files: { 'sprache/größe ä.lua': 'x' } }),
  )
  const outer = await createGameServer()
  const server = await createGameServer({ token: author.token, root: outer.path('Mein Server (größer)') })
  await server.run('init', app.url)

  const { code, stderr } = await server.run('add', String(script.id), '--yes')

  expect([code, stderr]).toEqual([0, ''])
  expect(await readdir(server.installed('Ställe und Höfe/sprache'))).toEqual(['größe ä.lua'])
  expect(await server.read('scripthaven.cfg')).toContain('ensure "Ställe und Höfe"')
  expect(dirname(server.folder)).toBe(outer.folder)
})

test.each([
  [['add', 'boats'], /names no script/],
  [['add', '999999', '--yes'], /999999/],
  [['add', `${boats.id}@^9.0.0`, '--yes'], /cannot be installed/],
  [['remove', 'nothing'], /is not installed/],
  [['audit', '--fail-on', 'worst'], /takes high, medium or low/],
  [['export', '--format', 'xml'], /takes cyclonedx or csv/],
  [['nothing'], /unknown command/],
  [['sync', '--unknown'], /unknown option/],
  [['add'], /missing required argument/],
])('%j is bad usage', async (args, message) => {
  const server = await createGameServer({ token: author.token })
  await server.run('init', app.url)

  expect(await server.run(...args)).toMatchObject({ code: 2, stderr: expect.stringMatching(message) })
})
