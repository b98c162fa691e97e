import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { createGameServer, publishScript, publishVersion, resourceFiles } from '#test-support/game-server.ts'
import { createOutdatedServer, setCooldown } from '#test-support/outdated-server.ts'
import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()
const author = await app.createUser('scripts.upload', 'scripts.download')

const manifest = (need: string) =>
  `fx_version 'cerulean'\ngame 'gta5'\nserver_script 'server.lua'\ndependency '${need}'\n`
const publish = async (name: string, ...needs: string[]) =>
  publishScript(app, author, name, resourceFiles(name, { needs }))
const makeOld = async (id: number) =>
  app.db.execute(sql`
    update script_versions set published_at = published_at - interval '10 days' where script_id = ${id}`)
const versionsIn = async ({ read }: { read: (name: string) => Promise<string> }) =>
  Object.values<{ name: string; version: string }>(JSON.parse(await read('scripthaven.lock')).scripts).map(
    ({ name, version }) => `${name} ${version}`,
  )

test('scripts that need each other and are all younger than the cooldown stay, and do not stop an update', async () => {
  const { server, id: old } = await createOutdatedServer(app, author, {})
  await makeOld(old)
  await publish('reef_c')
  await publish('reef_b', 'reef_c')
  const { id } = await publish('reef_a', 'reef_b')
  expect(await server.run('add', String(id), '--yes')).toMatchObject({ code: 0 })
  await setCooldown(server, '3d')

  const update = await server.run('update', '--yes')

  expect([update.code, update.stderr]).toEqual([0, ''])
  expect(await versionsIn(server)).toEqual([
    expect.stringMatching(/^Pier \d+ 1\.1\.0$/),
    'reef_c 1.0.0',
    'reef_b 1.0.0',
    'reef_a 1.0.0',
  ])
})

test('a needed script does not go back to an older version because its own is younger than the cooldown', async () => {
  const { id: library } = await publish('strait_lib')
  await makeOld(library)
  await publishVersion(
    app,
    author,
    library,
    '1.1.0',
    resourceFiles('strait_lib', { files: { 'new.lua': '' } }),
  )
  const { id } = await publish('strait', 'strait_lib')
  const server = await createGameServer({ token: author.token })
  await server.run('init', app.url)
  expect(await server.run('add', String(id), '--yes')).toMatchObject({ code: 0 })
  const before = await versionsIn(server)
  expect(before).toContain('strait_lib 1.1.0')
  await setCooldown(server, '3d')

  for (const command of [['outdated'], ['update', '--yes']])
    expect(await server.run(...command)).toMatchObject({ code: 0, stderr: '' })
  expect(await versionsIn(server)).toEqual(before)
})

test('a withdrawn version is replaced by the young one that mends it, not by an older one', async () => {
  const { server, id, secondId, publish: publishNext } = await createOutdatedServer(app, author, {})
  await makeOld(id)
  expect(await server.run('update', '--yes')).toMatchObject({ code: 0 })
  await app.db.execute(sql`update script_versions set published_at = now() where id = ${secondId}`)
  await publishNext('1.1.1', { 'fix.lua': 'fix' })
  await app.request(author, 'POST', `/api/versions/${secondId}/withdraw`, {
    kind: 'security',
    reason: 'It leaks the keys of the server.',
  })
  await setCooldown(server, '3d')

  expect(await server.run('update', '--yes')).toMatchObject({ code: 0, stderr: '' })

  expect(await versionsIn(server)).toEqual([expect.stringMatching(/^Pier \d+ 1\.1\.1$/)])
})

test('an old version that needs a new script waits until that one is old enough', async () => {
  const { server, id } = await createOutdatedServer(app, author, { 'fxmanifest.lua': manifest('atoll_a') })
  await makeOld(id)
  const { id: inner } = await publish('atoll_b')
  const { id: outer } = await publish('atoll_a', 'atoll_b')
  await makeOld(outer)
  await setCooldown(server, '3d')
  const before = await versionsIn(server)

  const waiting = await server.run('update', '--yes')

  expect(waiting).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^Waiting for the cooldown of 3d: Pier \d+ 1\.1\.0 /),
  })
  expect(await versionsIn(server)).toEqual(before)
  await makeOld(inner)
  expect(await server.run('update', '--yes')).toMatchObject({ code: 0, stderr: '' })
  expect(await versionsIn(server)).toEqual([
    expect.stringMatching(/^Pier \d+ 1\.1\.0$/),
    'atoll_b 1.0.0',
    'atoll_a 1.0.0',
  ])
})

test('a young script with the name of a resource that the server has done without stops no update', async () => {
  const files = { 'fxmanifest.lua': manifest('lagoon') }
  const { server, id } = await createOutdatedServer(app, author, files, files)
  await makeOld(id)
  await publish('lagoon')
  await setCooldown(server, '3d')

  const update = await server.run('update', '--yes')

  expect([update.code, update.stderr]).toEqual([0, ''])
  expect(await versionsIn(server)).toEqual([expect.stringMatching(/^Pier \d+ 1\.1\.0$/)])
})

test('a script that scripthaven.json names and that is not installed is an error while it is young', async () => {
  const { id } = await publish('cove')
  const server = await createGameServer({ token: author.token })
  await server.run('init', app.url)
  const project = JSON.parse(await server.read('scripthaven.json'))
  await server.write('scripthaven.json', JSON.stringify({ ...project, scripts: { [id]: 'latest' } }))

  expect(await server.run('update', '--yes')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Name the version to use it now'),
  })
  expect(await server.run('sync')).toMatchObject({ code: 0, stderr: '' })
})

test('an update ends with an error if a wanted young script is also one that the server has done without', async () => {
  const files = { 'fxmanifest.lua': manifest('fjord') }
  const { server, id } = await createOutdatedServer(app, author, files, files)
  await makeOld(id)
  const { id: young } = await publish('fjord')
  await setCooldown(server, '3d')
  const project = JSON.parse(await server.read('scripthaven.json'))
  const scripts = { ...project.scripts, [young]: 'latest' }
  await server.write('scripthaven.json', JSON.stringify({ ...project, scripts }))

  expect(await server.run('update', '--yes')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Name the version to use it now'),
  })
})
