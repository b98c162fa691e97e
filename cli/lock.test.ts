import { expect, test } from 'vitest'

import { createGameServer, publishScript, resourceFiles, startHub } from '#test-support/game-server.ts'

const app = await startHub()
const author = await app.createUser('scripts.upload', 'scripts.download')

async function createServer() {
  const server = await createGameServer({ token: author.token })
  await server.run('init', app.url)
  return server
}
type GameServer = Awaited<ReturnType<typeof createGameServer>>

const lockOf = async (server: GameServer) => JSON.parse(await server.read('scripthaven.lock'))

/** Its code uses resources that its manifest does not name as dependencies. */
const usingFiles = (name: string, ...used: string[]) => {
  const scripts = used.map((resource) => `shared_script '@${resource}/init.lua'\n`).join('')
  const manifest = `fx_version 'cerulean'\ngame 'gta5'\n${scripts}server_script 'server.lua'\n`
  return resourceFiles(name, { files: { 'fxmanifest.lua': manifest } })
}

test('a script that comes along because code uses it stays as long as its user', async () => {
  const library = await publishScript(app, author, 'Anchor', resourceFiles('anchor_lib'))
  const user = await publishScript(app, author, 'Boats', usingFiles('boats', 'anchor_lib', 'oxmysql'))
  const other = await publishScript(app, author, 'Cranes', resourceFiles('cranes'))
  const server = await createServer()

  const added = await server.run('add', String(user.id), String(other.id), '--yes')

  expect(added).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/Not on this hub: oxmysql – https:\/\/[^]*Install it yourself/),
  })
  expect((await lockOf(server)).scripts[user.id].needs).toEqual({ anchor_lib: library.id, oxmysql: null })
  expect(await server.run('sync', '--frozen')).toMatchObject({ code: 0, stderr: '' })
  expect((await server.run('why', 'anchor_lib')).stdout).toContain('Anchor 1.0.0')
  expect((await server.run('why', 'anchor_lib')).stdout).toContain('Boats 1.0.0')
  expect(await server.run('remove', 'cranes')).toMatchObject({ code: 0 })
  expect(Object.keys((await lockOf(server)).scripts)).toContain(String(library.id))
  expect(await server.run('remove', 'boats')).toMatchObject({ code: 0 })
  expect((await lockOf(server)).scripts).toEqual({})
})

test('a lock that lost the line of a needed script in a merge is not used', async () => {
  const library = await publishScript(app, author, 'Dock', resourceFiles('dock_lib'))
  const user = await publishScript(app, author, 'Ferry', resourceFiles('ferry', { needs: ['dock_lib'] }))
  const server = await createServer()
  await server.run('add', String(user.id), '--yes')
  const whole = await server.read('scripthaven.lock')
  const { [library.id]: _, ...scripts } = JSON.parse(whole).scripts
  const { dock_lib: __, ...resources } = JSON.parse(whole).resources
  const lock = { ...JSON.parse(whole), scripts, resources, start: ['ferry'] }
  await server.write('scripthaven.lock', JSON.stringify(lock))

  expect(await server.run('sync', '--frozen')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`Script ${user.id} needs script ${library.id}, which is not locked.`),
  })
  expect(await server.run('sync')).toMatchObject({ code: 0, stderr: '' })
  expect(await server.read('scripthaven.lock')).toBe(whole)
})

let gates = 0

test.each([
  ['1.2', '', '^1.2.0'],
  ['v2.0.1', '', '^2.0.1'],
  ['nightly', '', 'nightly'],
  ['nightly', '@*', '*'],
  ['1.0.0-beta.1', '@*', '*'],
  ['1.2', '@Latest', 'Latest'],
  ['v1.4.0', '@1.4.0', '1.4.0'],
])('version %s that is added as ID%s is what the range %s asks for', async (version, asked, range) => {
  const name = `Gate ${version} ${asked}`
  const { id } = await publishScript(app, author, name, resourceFiles(`gate${++gates}`), { version })
  const server = await createServer()

  expect(await server.run('add', `${id}${asked}`, '--yes')).toMatchObject({ code: 0, stderr: '' })

  expect(JSON.parse(await server.read('scripthaven.json')).scripts).toEqual({ [id]: range })
  expect(await server.run('sync', '--frozen')).toMatchObject({ code: 0, stderr: '' })
})
