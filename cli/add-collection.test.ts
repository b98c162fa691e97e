import { expect, test } from 'vitest'

import { createGameServer, publishScript, resourceFiles, startHub } from '#test-support/game-server.ts'

const app = await startHub()
const author = await app.createUser('scripts.upload', 'scripts.download')
const boats = await publishScript(app, author, 'Boats', resourceFiles('boats'))
const cars = await publishScript(app, author, 'Cars', resourceFiles('cars'))
const gone = await publishScript(app, author, 'Gone', resourceFiles('gone'))

async function createCollection(visibility: string, entries: Record<string, unknown>[]) {
  const { body } = await app.request(author, 'POST', '/api/collections', { title: 'Harbour set', visibility })
  const replaced = await app.request(author, 'PUT', `/api/collections/${body.id}/entries`, { entries })
  expect(replaced.status).toBe(200)
  return replaced.body
}

async function createServer(user = author) {
  const server = await createGameServer({ token: user.token })
  expect((await server.run('init', app.url)).code).toBe(0)
  return server
}

test('a collection that cannot be read, has nothing to install or is no name of one adds nothing', async () => {
  const secret = await createCollection('link', [{ scriptId: boats.id }])
  const empty = await createCollection('public', [])
  const server = await createServer(await app.createUser('scripts.download'))
  const before = await server.read('scripthaven.json')

  for (const [name, code, message] of [
    ['collection:999999', 4, 'Collection not found'],
    [`collection:${secret.id}`, 4, 'Collection not found'],
    [`collection:${secret.id}?key=wrong`, 4, 'Collection not found'],
    [`collection:${empty.id}`, 2, `Harbour set by ${author.username} has no script to install.`],
    ['collection:', 2, 'names no script'],
    ['collection:1@2.0.0', 2, 'names no script'],
    [`http://other.example/collections/${empty.id}`, 2, 'names no script'],
  ] as const)
    expect(await server.run('add', name, '--yes')).toMatchObject({
      code,
      stderr: expect.stringContaining(message),
    })

  expect(await server.read('scripthaven.json')).toBe(before)
})

test('the scripts of a collection are installed in their fixed versions, without those that are gone', async () => {
  const { id, key } = await createCollection('link', [
    { scriptId: boats.id, versionId: boats.versionId },
    { scriptId: gone.id },
    { scriptId: cars.id },
  ])
  expect((await app.request(author, 'DELETE', `/api/scripts/${gone.id}`)).status).toBeLessThan(300)
  const names = [`collection:${id}?key=${key}`, `${app.url}/collections/${id}?key=${key}`]

  for (const name of names) {
    const server = await createServer(await app.createUser('scripts.download'))
    const { code, stdout, stderr } = await server.run('add', name, '--yes')

    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining(`Harbour set by ${author.username}: one script was deleted. It is left out.`),
    ])
    expect(stdout).toContain(`Harbour set by ${author.username}: 2 scripts`)
    expect(JSON.parse(await server.read('scripthaven.json')).scripts).toEqual({
      [boats.id]: '1.0.0',
      [cars.id]: '^1.0.0',
    })
    expect(await server.read('resources/[scripthaven]/boats/server.lua')).toBe("print('boats')\n")
    expect(await server.read('resources/[scripthaven]/cars/server.lua')).toBe("print('cars')\n")
  }
})

test('a private collection is added with a token of its owner, and a range that is named wins', async () => {
  const { id } = await createCollection('private', [{ scriptId: boats.id, versionId: boats.versionId }])
  const server = await createServer()

  expect(await server.run('add', `${boats.id}@latest`, `collection:${id}`, '--yes')).toMatchObject({
    code: 0,
    stderr: '',
  })

  expect(JSON.parse(await server.read('scripthaven.json')).scripts).toEqual({ [boats.id]: 'latest' })
})

test('sync installs from the two files that the site offers for a collection, and changes neither script', async () => {
  const needy = await publishScript(
    app,
    author,
    'Harbour "desk"',
    resourceFiles('desk', { needs: ['boats', 'oxmysql'] }),
  )
  const root = await publishScript(app, author, 'Äöü', [
    { name: 'fxmanifest.lua', content: "fx_version 'cerulean'\ngame 'gta5'\n" },
  ])
  const { id } = await createCollection('public', [
    { scriptId: needy.id },
    { scriptId: boats.id, versionId: boats.versionId },
    { scriptId: root.id },
  ])
  const { body } = await app.request(null, 'GET', `/api/collections/${id}/files`)
  const here = (text: string) => text.replaceAll('https://hub.example', app.url)
  const files = { project: here(body.project), lock: here(body.lock) }
  const server = await createServer()
  await server.write('scripthaven.json', files.project)
  await server.write('scripthaven.lock', files.lock)

  expect(await server.run('sync', '--frozen')).toMatchObject({ code: 0, stderr: '' })

  const offered = JSON.parse(files.lock)
  const lock = JSON.parse(await server.read('scripthaven.lock'))
  expect(await server.read('scripthaven.json')).toBe(files.project)
  expect(lock).toMatchObject({ scripts: offered.scripts, start: offered.start })
  expect(Object.keys(lock.resources)).toEqual(['Äöü', 'boats', 'desk'])
  expect(await server.read('scripthaven.lock')).toContain(linesOf(files.lock, 'scripts'))
  expect((await server.run('sync', '--frozen')).stdout).toContain('Everything is up to date')
  expect((await server.run('audit')).code).toBe(0)
})

/** The lines of one block of a lock. */
function linesOf(lock: string, block: string): string {
  return new RegExp(`  "${block}": \\{\n[^]*?\n  \\}`).exec(lock)?.[0] ?? ''
}
