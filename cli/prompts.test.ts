import { existsSync } from 'node:fs'
import { chmod, cp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { createGameServer, publishScript, resourceFiles } from '#test-support/game-server.ts'
import { createOutdatedServer } from '#test-support/outdated-server.ts'
import { startTestApp } from '#test-support/test-app.ts'
import { buildCli, CLI_BUNDLE, isCliBuilt } from '#tools/cli-bundle.mjs'

const app = await startTestApp()
const author = await app.createUser('scripts.upload', 'scripts.download')
if (!isCliBuilt()) await buildCli(process.execPath)
const publish = async (name: string, resource: string, needs: string[] = []) =>
  publishScript(app, author, name, resourceFiles(resource, { needs, files: { 'own.lua': `-- ${name}\n` } }))

/** A script that needs a resource which two others have; the first of them is preferred. */
async function publishChoice(resource: string) {
  const first = await publish(`${resource} one`, resource)
  const second = await publish(`${resource} two`, resource)
  const user = await publish(`${resource} user`, `${resource}_user`, [resource])
  return { first: first.id, second: second.id, user: user.id }
}

type GameServer = Awaited<ReturnType<typeof createGameServer>>
const projectOf = async ({ read }: GameServer) => JSON.parse(await read('scripthaven.json'))

async function createServer(): Promise<GameServer> {
  const server = await createGameServer({ token: author.token })
  await server.run('init', app.url)
  return server
}

test('init asks for the hub and takes no text that is no URL', async () => {
  const server = await createGameServer()

  const wrong = await server.runAtTerminal([['URL of the hub: ', 'harbour']], ['init'])
  const { code, text } = await server.runAtTerminal([['URL of the hub: ', `${app.url}/`]], ['init'])

  expect(wrong).toMatchObject({ code: 2, text: expect.stringContaining('harbour is not the URL of a hub') })
  expect([code, text]).toEqual([0, expect.stringContaining(`for ${app.url}.`)])
  expect(await projectOf(server)).toMatchObject({ hub: app.url })
})

test('login reads a token without showing it', async () => {
  const server = await createGameServer()
  await server.run('init', app.url)
  const member = await app.registerUser('jetty')
  const draft = { name: 'Server', scopes: ['read', 'download'], scripts: 'all', days: 30 }
  const { body } = await app.request(member, 'POST', '/api/account/tokens', draft)

  const { code, text } = await server.runAtTerminal([['Token: ', body.token]], ['login'])

  expect([code, text]).toEqual([0, expect.stringContaining('jetty, scopes read, download, until')])
  expect(text).not.toContain(body.token)
})

test('a new user installs three scripts that need each other with three commands, a token and one answer', async () => {
  const folder = (await createGameServer()).folder
  const server = await createGameServer({ root: folder, program: join(folder, 'cli.mjs') })
  await server.write('cli.mjs', (await readFile(CLI_BUNDLE, 'utf8')).replace('{hub}', app.url))
  const library = await publish('Harbour library', 'harbour_lib')
  const core = await publish('Harbour core', 'harbour_core', ['harbour_lib'])
  const boats = await publish('Boats', 'harbour_boats', ['harbour_core', 'harbour_lib'])
  const member = await app.createUser('scripts.download')
  const draft = { name: 'Server', scopes: ['read', 'download'], scripts: 'all', days: 30 }
  const { body } = await app.request(member, 'POST', '/api/account/tokens', draft)

  expect((await server.run('--help')).stdout).toMatch(/init[^]*login[^]*add/)
  expect(await server.runAtTerminal([], ['init'])).toMatchObject({ code: 0 })
  expect(await server.runAtTerminal([['Token: ', body.token]], ['login'])).toMatchObject({ code: 0 })
  const added = await server.runAtTerminal([['[y/N] ', 'y']], ['add', String(boats.id)])

  expect(added).toMatchObject({ code: 0, text: expect.stringContaining('3 scripts') })
  const { scripts } = JSON.parse(await server.read('scripthaven.lock'))
  expect(Object.keys(scripts).map(Number)).toEqual([library.id, core.id, boats.id])
  expect(await server.read('scripthaven.cfg')).toMatch(
    /ensure harbour_lib\n[^]*ensure harbour_core\n[^]*ensure harbour_boats\n/,
  )
})

test('login opens the page of the tokens where there is a desktop', async () => {
  const server = await createGameServer()
  await server.run('init', app.url)
  await server.write('bin/xdg-open', `#!/bin/sh\necho "$@" > '${server.path('opened')}'\n`)
  await chmod(server.path('bin/xdg-open'), 0o755)
  const page = `${app.url}/profile/settings?tab=tokens`

  const elsewhere = await server.runAtTerminal([['Token: ', 'no']], ['login'])
  expect(elsewhere).toMatchObject({ code: 2, text: expect.stringContaining(page) })
  expect(existsSync(server.path('opened'))).toBe(false)

  const desktop = { DISPLAY: ':0', PATH: `${server.path('bin')}:${process.env['PATH']}` }
  expect(await server.runAtTerminal([['Token: ', 'no']], ['login'], desktop)).toMatchObject({ code: 2 })
  await expect.poll(async () => server.read('opened').catch(() => '')).toBe(`${page}\n`)
})

test('add asks who provides a resource until the answer is in the list, then whether to install', async () => {
  const { second, user } = await publishChoice('buoy')
  const server = await createServer()

  const { code, text } = await server.runAtTerminal(
    [
      ['Which one? 1 to 2 [1] ', '3'],
      ['Which one? 1 to 2 [1] ', 'two'],
      ['Which one? 1 to 2 [1] ', '2'],
      ['Install these? [y/N] ', 'y'],
    ],
    ['add', String(user)],
  )

  expect(text).toMatch(/Several scripts provide buoy:\n {2}1\) buoy one .*\n {2}2\) buoy two /)
  expect([code, text]).toEqual([0, expect.stringContaining('Installed buoy two 1.0.0.')])
  // The progress of a small download.
  expect(text).toMatch(/ % \| 0 KB of [1-9] KB \| /)
  expect((await projectOf(server)).providers).toEqual({ buoy: second })
})

test.each([
  ['no', 'n', 0, 'Nothing was changed.'],
  ['Enter', '', 0, 'Nothing was changed.'],
  ['Ctrl+C', undefined, 130, 'Stopped. Nothing was changed.'],
])('%s installs nothing', async (_, answer, code, message) => {
  const { id } = await publish('mole', `mole_${code}${answer}`)
  const server = await createServer()
  const before = await projectOf(server)

  const outcome = await server.runAtTerminal([['Install these? [y/N] ', answer]], ['add', String(id)])

  expect(outcome).toMatchObject({ code, text: expect.stringContaining(message) })
  expect(await projectOf(server)).toEqual(before)
})

test('sync asks who provides a resource, and Enter takes the preferred one', async () => {
  const { first, user } = await publishChoice('quay')
  const server = await createServer()
  const project = await projectOf(server)
  await server.write('scripthaven.json', JSON.stringify({ ...project, scripts: { [user]: 'latest' } }))

  const { code } = await server.runAtTerminal([['Which one? 1 to 2 [1] ', '']], ['sync'])

  expect(code).toBe(0)
  expect((await projectOf(server)).providers).toEqual({ quay: first })
})

test('init --from-disk asks who provides a resource that no folder has', async () => {
  const { second, user } = await publishChoice('groyne')
  const source = await createServer()
  await source.run('add', String(user), '--yes')
  const server = await createGameServer({ token: author.token })
  await cp(source.installed('groyne_user'), server.path('resources', '[old]', 'groyne_user'), {
    recursive: true,
  })

  const { code, text } = await server.runAtTerminal(
    [['Which one? 1 to 2 [1] ', '2']],
    ['init', app.url, '--from-disk'],
  )

  expect([code, text]).toEqual([0, expect.stringMatching(/Recognised:\n.*groyne user 1\.0\.0[^]*Several/)])
  expect((await projectOf(server)).providers).toEqual({ groyne: second })
  expect((await server.run('list')).stdout).toMatch(/groyne two .*: not installed yet \(needed by others\)/)
  expect(await server.run('sync')).toMatchObject({ code: 0 })
  await rm(join(server.folder, 'scripthaven.json'))
  await rm(join(server.folder, 'resources/[scripthaven]/groyne'), { recursive: true })
  expect(await server.run('init', app.url, '--from-disk')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/groyne one by .* is taken/),
  })
})

test('update asks again when a version can do more than before', async () => {
  const { server, id } = await createOutdatedServer(app, author, {
    'server.lua': "PerformHttpRequest('https://a.example', print)\n",
  })
  const question = /Pier \d+ can do more than before\. Install anyway\? \[y\/N\] /

  const refused = await server.runAtTerminal([['Install anyway? [y/N] ', 'n']], ['update'])
  const accepted = await server.runAtTerminal([['Install anyway? [y/N] ', 'yes']], ['update'])

  expect(refused).toMatchObject({ code: 3, text: expect.stringMatching(question) })
  expect(accepted).toMatchObject({ code: 0, text: expect.stringContaining('Installed Pier') })
  expect(JSON.parse(await server.read('scripthaven.lock')).scripts[id].version).toBe('1.1.0')
})
