import { readdir, rm } from 'node:fs/promises'

import { expect, test } from 'vitest'

import { createGameServer, publishScript, publishVersion, resourceFiles } from '#test-support/game-server.ts'
import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()
const author = await app.createUser('scripts.upload', 'scripts.download')
const boats = await publishScript(app, author, 'Boats', resourceFiles('boats'))
const cars = await publishScript(app, author, 'Cars', resourceFiles('cars'))
const newCars = await publishVersion(
  app,
  author,
  cars.id,
  '2.0.0',
  resourceFiles('cars', { files: { 'new.lua': 'new' } }),
)

async function installed() {
  const server = await createGameServer({ token: author.token })
  await server.run('init', app.url)
  const { code, stderr } = await server.run('add', String(boats.id), `${cars.id}@^2.0.0`, '--yes')
  expect([code, stderr]).toEqual([0, ''])
  return server
}
type GameServer = Awaited<ReturnType<typeof installed>>

async function filesOf(server: GameServer): Promise<string[]> {
  const all = await readdir(server.folder, { recursive: true })
  return all.filter((path) => !path.startsWith('scripthaven/')).toSorted()
}

const lockEdits: [what: string, edit: (text: string) => string, message: RegExp][] = [
  [
    'a merge conflict',
    (text) => text.replace('  "scripts"', '<<<<<<< HEAD\n  "scripts"'),
    /merge conflict in line \d+/,
  ],
  ['no JSON', (text) => text.replace('"hub"', 'hub'), /not valid JSON/],
  [
    'a later format',
    (text) => text.replace('"formatVersion": 1', '"formatVersion": 2'),
    /later release \(format 2\)/,
  ],
  [
    'an unknown field',
    (text) => text.replace('"formatVersion": 1', '"formatVersion": 1,\n  "scripst": {}'),
    /Unrecognized key: "scripst"/,
  ],
  [
    'another hub',
    (text) => text.replace(/"hub": "[^"]+"/, '"hub": "https://other.example"'),
    /belongs to https:\/\/other\.example/,
  ],
  [
    'a resource that leads out of the folder',
    (text) => text.replace('"boats": {', '"../boats": {'),
    /Not a name that a resource can have/,
  ],
  [
    'a reserved resource name',
    (text) => text.replace('"boats": {', '"aux": {'),
    /Not a name that a resource can have/,
  ],
  [
    'a root name that leads out',
    (text) => text.replaceAll(/"rootName":"[^"]*"/g, '"rootName":"..\\/evil"'),
    /Not a name that a resource can have/,
  ],
  [
    'a script id that is a path',
    (text) => text.replace(`"${boats.id}": {"author"`, '"../1": {"author"'),
    /named by its number/,
  ],
  [
    'a hash that is none',
    (text) => text.replace(/"sha256":"[0-9a-f]{64}"/, '"sha256":"../x"'),
    /Must be a SHA-256/,
  ],
  [
    'a resource of a script that is not listed',
    (text) => text.replace(/("boats": \{"script":)\d+/, '$1999'),
    /(does not list|cannot be used)[^]*[Rr]estore it/,
  ],
  [
    'a start order that leads out',
    (text) => text.replace('    "boats"', '    "../boats"'),
    /Not a name that a resource can have/,
  ],
  ['a negative size', (text) => text.replace(/"size":\d+/, '"size":-5'), /cannot be used/],
  ['an archive kind that is none', (text) => text.replace('"kind":"zip"', '"kind":"exe"'), /cannot be used/],
]

test.each(lockEdits)('a lock with %s is rejected, and nothing changes', async (_, edit, message) => {
  const server = await installed()
  const before = await server.read('scripthaven.lock')
  const files = await filesOf(server)
  const text = edit(before)
  expect(text).not.toBe(before)
  await server.write('scripthaven.lock', text)

  const { code, stderr } = await server.run('sync')

  expect(stderr).toMatch(message)
  expect(code).toBe(2)
  expect(await server.read('scripthaven.lock')).toBe(text)
  expect(await filesOf(server)).toEqual(files)
})

const attacks: [what: string, edit: (text: string) => string, message: RegExp][] = [
  ['the hash of another archive', (text) => swapHash(text), /is not the one in scripthaven\.lock/],
  ['an older version with the new number', (text) => downgrade(text), /the hub calls it 1\.0\.0/],
  [
    'the version of another script',
    (text) => text.replaceAll(/"versionId":\d+/g, `"versionId":${newCars.versionId}`),
    /the hub calls it 2\.0\.0 of script/,
  ],
  ['a smaller size', (text) => text.replaceAll(/"size":\d+/g, '"size":10'), /a larger file/],
]

function swapHash(text: string): string {
  return text.replaceAll(/("scripts"[^]*)/g, (scripts) =>
    scripts.replaceAll(/"sha256":"[0-9a-f]{64}"/g, `"sha256":"${'a'.repeat(64)}"`),
  )
}

function downgrade(text: string): string {
  return text.replace(`"versionId":${newCars.versionId}`, `"versionId":${cars.versionId}`)
}

test.each(attacks)('a new server does not install from a lock with %s', async (_, edit, message) => {
  const source = await installed()
  const server = await createGameServer({ token: author.token })
  await server.write('scripthaven.json', await source.read('scripthaven.json'))
  const text = edit(await source.read('scripthaven.lock'))
  expect(text).not.toBe(await source.read('scripthaven.lock'))
  await server.write('scripthaven.lock', text)

  const { code, stderr } = await server.run('sync')

  expect(stderr).toMatch(message)
  expect(code).toBe(4)
  expect(await filesOf(server)).toEqual(['resources', 'scripthaven', 'scripthaven.json', 'scripthaven.lock'])
})

const projectEdits: [what: string, edit: object, message: RegExp][] = [
  ['a folder outside of resources', { folder: '../elsewhere' }, /Must be a category in resources/],
  ['a folder that is no category', { folder: 'resources/scripthaven' }, /Must be a category in resources/],
  ['a folder that leads out', { folder: 'resources/[a]/../../[b]' }, /Must be a category in resources/],
  ['a hub with a path', { hub: 'https://hub.example/x' }, /Must be the URL of a hub/],
  ['a hub that is no URL', { hub: 'ftp://hub.example' }, /Must be the URL of a hub/],
  ['a script without a number', { scripts: { boats: '1.0.0' } }, /named by its number/],
  ['a range that is none', { scripts: { 1: 5 } }, /cannot be used[^]*Correct or restore it/],
  ['an unknown field', { folders: 'x' }, /Unrecognized key/],
  ['a cooldown in weeks', { cooldown: '1w' }, /Must be days or hours/],
]

test.each(projectEdits)('scripthaven.json with %s is rejected', async (_, edit, message) => {
  const server = await createGameServer()
  await server.write('scripthaven.json', JSON.stringify({ hub: app.url, scripts: {}, ...edit }))

  const { code, stderr } = await server.run('sync')

  expect([code, stderr]).toEqual([2, expect.stringMatching(message)])
})

test('a frozen sync fails when the lock and scripthaven.json disagree', async () => {
  const server = await installed()
  const project = JSON.parse(await server.read('scripthaven.json'))
  await server.write('scripthaven.json', JSON.stringify({ ...project, scripts: { [cars.id]: '^1.0.0' } }))

  const { code, stderr } = await server.run('sync', '--frozen')

  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('is locked at 2.0.0, scripthaven.json wants ^1.0.0'),
  ])
  expect((await server.run('sync')).code).toBe(0)
  expect(JSON.parse(await server.read('scripthaven.lock')).scripts[cars.id].version).toBe('1.0.0')
})

test('a journal, a backup or a state that names files elsewhere moves and writes nothing', async () => {
  const server = await installed()
  await server.write('elsewhere/mine.lua', 'mine')
  const mine = server.path('elsewhere/mine.lua')
  const staged = server.path('scripthaven/staging/file-0')
  const journals = [
    { moves: [{ target: mine, staged, backup: null }], staging: server.path('scripthaven/staging') },
    {
      moves: [{ target: server.path('resources/../elsewhere'), staged: null, backup: staged }],
      staging: staged,
    },
    { moves: [{ target: server.installed('boats'), staged: mine, backup: null }], staging: staged },
    { moves: [], staging: server.path('elsewhere') },
  ]
  for (const journal of journals) {
    await server.write('scripthaven/staging/file-0', 'evil')
    await server.write('scripthaven/journal.json', JSON.stringify(journal))
    expect(await server.run('sync')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('belongs to another folder'),
    })
  }
  await rm(server.path('scripthaven/journal.json'))

  const change = { moves: [{ target: server.installed('boats'), existed: true }], texts: [[mine, 'evil']] }
  await server.write('scripthaven/rollback/9999/change.json', JSON.stringify(change))
  expect(await server.run('rollback')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('belongs to another folder'),
  })

  const state = JSON.parse(await server.read('scripthaven/installed.json'))
  state.resources['../../elsewhere'] = { script: 999, files: {} }
  await server.write('scripthaven/installed.json', JSON.stringify(state))
  expect(await server.run('sync')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Not a name that a resource can have'),
  })
  expect(await server.read('elsewhere/mine.lua')).toBe('mine')
  expect(await readdir(server.installed())).toEqual(['boats', 'cars'])
})
