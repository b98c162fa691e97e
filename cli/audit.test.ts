import { createHash } from 'node:crypto'

import { expect, test } from 'vitest'

import { createGameServer } from '#test-support/game-server.ts'
import { createOutdatedServer } from '#test-support/outdated-server.ts'
import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()
const author = await app.createUser('scripts.upload', 'scripts.download')

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
