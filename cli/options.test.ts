import { expect, test } from 'vitest'

import { createGameServer, publishScript, publishVersion, resourceFiles } from '#test-support/game-server.ts'
import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()
const author = await app.createUser('scripts.upload', 'scripts.download')
const { id } = await publishScript(app, author, 'Weir', resourceFiles('weir'))
await publishVersion(app, author, id, '1.1.0', resourceFiles('weir', { files: { 'a.lua': 'a' } }))
await publishVersion(app, author, id, '2.0.0', resourceFiles('weir', { files: { 'a.lua': 'b' } }))
const other = await publishScript(app, author, 'Sluice', resourceFiles('sluice'))

async function newServer() {
  const server = await createGameServer({ token: author.token })
  await server.run('init', app.url)
  return server
}

test('add takes the URL of a script of this hub, with a version or a range, and of no other hub', async () => {
  const server = await newServer()

  expect(await server.run('add', `https://other.example/scripts/${id}`, '--yes')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('names no script'),
  })
  expect(await server.run('add', `${app.url}/scripts/${id}@~1.0.0`, '--yes')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Installed Weir 1.0.0.'),
  })
  expect(await server.run('add', `${app.url}/scripts/${other.id}/versions?page=1`, '--yes')).toMatchObject({
    code: 0,
  })
  expect(JSON.parse(await server.read('scripthaven.json')).scripts).toEqual({
    [id]: '~1.0.0',
    [other.id]: '^1.0.0',
  })
})

test('outdated stays within the range, and --latest looks beyond it', async () => {
  const server = await newServer()
  await server.write(
    'scripthaven.json',
    JSON.stringify({ ...JSON.parse(await server.read('scripthaven.json')), cooldown: '0d' }),
  )
  await server.run('add', `${id}@~1.0.0`, '--yes')

  expect(await server.run('outdated')).toMatchObject({ code: 0, stdout: 'Everything is up to date.\n' })
  expect(await server.run('outdated', '--latest')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('Weir 1.0.0 → 2.0.0'),
  })
  expect(JSON.parse(await server.read('scripthaven.json')).scripts).toEqual({ [id]: '~1.0.0' })
})

test('with -C the command works in another folder, and with --quiet it prints no result', async () => {
  const server = await newServer()
  const elsewhere = await createGameServer({ token: author.token })

  expect(await elsewhere.run('-C', server.folder, 'add', String(id), '--yes', '--quiet')).toEqual({
    code: 0,
    stdout: '',
    stderr: '',
  })
  expect(await server.read('scripthaven.cfg')).toContain('ensure weir\n')
  expect(await elsewhere.run('list')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/no scripthaven\.json in .* or above\. Run ".* init"/),
  })
})

test('the lock has sorted keys and one line for each item, whatever the order of the commands', async () => {
  const [first, second] = [await newServer(), await newServer()]
  await first.run('add', String(id), String(other.id), '--yes')
  await second.run('add', String(other.id), '--yes')
  await second.run('add', String(id), '--yes')

  const text = await first.read('scripthaven.lock')

  expect(await second.read('scripthaven.lock')).toBe(text)
  expect(text.split('\n').filter((line) => line.startsWith('    '))).toEqual([
    expect.stringMatching(/^ {4}"sluice": \{.*\},$/),
    expect.stringMatching(/^ {4}"weir": \{.*\}$/),
    expect.stringMatching(new RegExp(`^ {4}"${id}": \\{"author":.*"versionId":.*\\},$`)),
    expect.stringMatching(new RegExp(`^ {4}"${other.id}": \\{.*\\}$`)),
    '    "sluice",',
    '    "weir"',
  ])
})

test('a second init and a rollback without a change are errors that say what to do', async () => {
  const server = await newServer()

  expect(await server.run('init', app.url)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('exists already. Add scripts with'),
  })
  expect(await server.run('rollback')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no change that can be undone'),
  })
})
