import { existsSync } from 'node:fs'

import { expect, test } from 'vitest'

import { createGameServer, publishScript, resourceFiles } from '#test-support/game-server.ts'
import { measureCommand } from '#test-support/measured-command.ts'
import { startTestApp } from '#test-support/test-app.ts'
import { buildCli, isCliBuilt } from '#tools/cli-bundle.mjs'

const app = await startTestApp()
const author = await app.createUser('scripts.upload', 'scripts.download')

const library = await publishScript(app, author, 'Harbour library', resourceFiles('harbour_lib'))
const core = await publishScript(
  app,
  author,
  'Harbour core',
  resourceFiles('harbour_core', { needs: ['harbour_lib'] }),
)
const boats = await publishScript(
  app,
  author,
  'Boats',
  resourceFiles('boats', {
    needs: ['harbour_core', 'harbour_lib'],
    files: { 'sql/boats.sql': 'create table boats (id int);\n' },
  }),
)

test('sync says that nothing is to be done, also when it is the first', async () => {
  const server = await createGameServer({ token: author.token })
  await server.run('init', app.url)

  for (const run of [1, 2])
    expect([run, await server.run('sync')]).toMatchObject([
      run,
      { code: 0, stdout: 'Everything is up to date.\n' },
    ])
})

test('a new user installs three scripts that need each other with two commands', async () => {
  const server = await createGameServer({ token: author.token })

  const init = await server.run('init', app.url)
  const add = await server.run('add', String(boats.id), '--yes')

  expect([init.stderr, init.code, add.stderr, add.code]).toEqual(['', 0, '', 0])
  expect(await server.read('scripthaven.cfg')).toMatch(
    /ensure harbour_lib\n[^]*ensure harbour_core\n[^]*ensure boats\n/,
  )
  expect(await server.read('resources/[scripthaven]/boats/server.lua')).toBe("print('boats')\n")
  expect(existsSync(server.installed('harbour_lib/fxmanifest.lua'))).toBe(true)
  expect(JSON.parse(await server.read('scripthaven.json')).scripts).toEqual({ [boats.id]: '^1.0.0' })
  expect(Object.keys(JSON.parse(await server.read('scripthaven.lock')).scripts)).toEqual(
    [library, core, boats].map(({ id }) => String(id)),
  )
})

test('a second sync makes no connection', async () => {
  if (!isCliBuilt()) await buildCli(process.execPath)
  const server = await createGameServer({ token: author.token })
  await server.run('init', app.url)
  await server.write('scripthaven.json', JSON.stringify({ hub: app.url, scripts: { [boats.id]: '^1.0.0' } }))

  const first = await measureCommand('sync', server.folder, server.env())
  const second = await measureCommand('sync', server.folder, server.env())

  expect(await server.read('resources/[scripthaven]/boats/server.lua')).toBe("print('boats')\n")
  expect(first.connections).toBeGreaterThan(0)
  expect(second.connections).toBe(0)
})

test('remove names all that need a script, and removes it together with them', async () => {
  const server = await createGameServer({ token: author.token })
  await server.run('init', app.url)
  await server.run('add', String(boats.id), '--yes')
  const before = await server.read('scripthaven.lock')

  expect(await server.run('remove', 'harbour_core')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'harbour_core is not in scripthaven.json. Boats needs it: remove that instead.\n',
  })
  expect(await server.run('remove', 'harbour_lib')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'harbour_lib is not in scripthaven.json. Harbour core and Boats need it: remove those instead.\n',
  })
  expect(await server.read('scripthaven.lock')).toBe(before)

  await server.run('add', String(library.id), '--yes')
  expect(await server.run('remove', 'harbour_lib')).toMatchObject({
    code: 0,
    stderr: 'Warning: harbour_lib stays, because Harbour core and Boats need it.\n',
  })
  expect(await server.run('remove', 'boats', String(boats.id), 'harbour_lib')).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^Removed (boats|harbour_lib|harbour_core)\.\n/),
  })
  expect(JSON.parse(await server.read('scripthaven.lock')).scripts).toEqual({})
})

test('the log of a job has no colours, and a question without a terminal says what to do', async () => {
  const server = await createGameServer({ token: author.token })
  await server.run('init', app.url)

  const { code, stdout, stderr } = await server.runWith({ NO_COLOR: '', CI: 'true' }, 'add', String(boats.id))

  expect([code, stderr]).toEqual([
    2,
    'There is no terminal to answer "Install these? [y/N]". Use --yes to answer with yes.\n',
  ])
  expect(stdout).toMatch(/^Harbour library 1\.0\.0 by /)
  expect(existsSync(server.installed('boats'))).toBe(false)
})
