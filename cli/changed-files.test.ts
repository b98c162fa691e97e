import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'

import { expect, test } from 'vitest'

import {
  createGameServer,
  publishScript,
  publishVersion,
  resourceFiles,
  startHub,
} from '#test-support/game-server.ts'
import { configLua, createOutdatedServer, setCooldown } from '#test-support/outdated-server.ts'

const app = await startHub()
const author = await app.createUser('scripts.upload', 'scripts.download')

const outdatedServer = (...files: [second: Record<string, string>, first?: Record<string, string>]) =>
  createOutdatedServer(app, author, ...files)

test('changed configuration is merged with the new version, and added files stay', async () => {
  const { server, file } = await outdatedServer({ 'config.lua': configLua(10, 'Config.Added = true\n') })
  await server.write(file('config.lua'), configLua(99))
  await server.write(file('data/players.json'), '{"mine":1}')

  const { code, stdout } = await server.run('update', '--yes')

  expect([code, stdout]).toEqual([0, expect.stringContaining('Merged your changes')])
  expect(await server.read(file('config.lua'))).toBe(configLua(99, 'Config.Added = true\n'))
  expect(await server.read(file('data/players.json'))).toBe('{"mine":1}')
})

test('line ends of Windows stay after a merge', async () => {
  const { server, file } = await outdatedServer({ 'config.lua': configLua(10, 'Config.Added = true\n') })
  await server.write(file('config.lua'), configLua(99).replaceAll('\n', '\r\n'))

  await server.run('update', '--yes')

  expect(await server.read(file('config.lua'))).toBe(
    configLua(99, 'Config.Added = true\n').replaceAll('\n', '\r\n'),
  )
})

test('where both changed the same lines, the file of the owner stays and the new one is beside it', async () => {
  const { server, file } = await outdatedServer({ 'config.lua': configLua(20) })
  await server.write(file('config.lua'), configLua(99))

  const { code, stderr } = await server.run('update', '--yes')

  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(/beside them as .new: .*\n {2}pier\d+\/config.lua\n/),
  ])
  expect(await server.read(file('config.lua'))).toBe(configLua(99))
  expect(await server.read(file('config.lua.new'))).toBe(configLua(20))
})

test('another changed file stops the update until --overwrite, and rollback brings it back', async () => {
  const { server, id, name, file } = await outdatedServer({ 'server.lua': "print('second')\n" })
  await server.write(file('server.lua'), "print('mine')\n")

  const stopped = await server.run('update', '--yes')

  expect([stopped.code, stopped.stderr]).toEqual([3, expect.stringContaining(`${name}/server.lua`)])
  expect(await server.read(file('server.lua'))).toBe("print('mine')\n")
  expect(JSON.parse(await server.read('scripthaven.lock')).scripts[id].version).toBe('1.0.0')
  expect(await server.run('update', '--yes', '--overwrite')).toMatchObject({ code: 0 })
  expect(await server.read(file('server.lua'))).toBe("print('second')\n")

  expect(await server.run('rollback')).toMatchObject({ code: 0 })
  expect(await server.read(file('server.lua'))).toBe("print('mine')\n")
  expect(JSON.parse(await server.read('scripthaven.lock')).scripts[id].version).toBe('1.0.0')
  expect(await server.run('rollback')).toMatchObject({ code: 0 })
  expect(await server.read(file('server.lua'))).toBe("print('second')\n")
})

test('sync puts a missing file back, and a second one changes nothing and downloads nothing', async () => {
  const { server, file } = await outdatedServer({})
  await rm(server.path(file('server.lua')))

  expect(await server.run('sync')).toMatchObject({ code: 0, stdout: expect.stringContaining('Installed') })
  expect(existsSync(server.path(file('server.lua')))).toBe(true)
  // Without a token nothing could be downloaded.
  expect(await server.runWith({ SCRIPTHAVEN_TOKEN: '' }, 'sync', '--frozen')).toEqual({
    code: 0,
    stdout: 'Everything is up to date.\n',
    stderr: '',
  })
})

test('sync names resources with changed files in one line, and audit names the files', async () => {
  const { server, name, file } = await outdatedServer({}, { 'client.lua': "print('client')\n" })
  // Of the same size.
  await server.write(file('server.lua'), (await server.read(file('server.lua'))).toUpperCase())

  const { code, stdout } = await server.run('sync')

  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(
      new RegExp(`^All versions are installed\\. Changed files stay in ${name}: ".* audit" names them\\.\n$`),
    ),
  ])
  expect((await server.run('audit')).stdout).toBe(
    `low     ${name}/server.lua differs from what was published.\n`,
  )
  await rm(server.path(file('client.lua')))
  expect((await server.run('sync')).stdout).toContain(`Installed Pier`)
  expect(await server.read(file('server.lua'))).toContain('PRINT')
  expect(existsSync(server.path(file('client.lua')))).toBe(true)

  expect((await server.run('sync', '--overwrite')).stdout).toContain('Installed Pier')
  expect(await server.read(file('server.lua'))).toContain('print')
  expect((await server.run('sync')).stdout).toBe('Everything is up to date.\n')
})

test('configuration that an installation took over is named, too, and other line ends are not', async () => {
  const { server, name, file } = await outdatedServer({
    'config.lua': configLua(10, 'Config.Added = true\n'),
  })
  await server.write(file('config.lua'), configLua(99))
  await server.run('update', '--yes')

  expect((await server.run('sync')).stdout).toContain(`Changed files stay in ${name}`)
  await server.write(file('config.lua'), configLua(10, 'Config.Added = true\n').replaceAll('\n', '\r\n'))
  expect((await server.run('sync')).stdout).toBe('Everything is up to date.\n')
  expect((await server.run('audit')).stdout).toContain('No problems found')
})

test('a conflict stays one until the owner deletes the new file, and each update brings the newest', async () => {
  const { server, name, file, publish } = await outdatedServer({ 'config.lua': configLua(20) })
  await server.write(file('config.lua'), configLua(99))
  await server.run('update', '--yes')
  expect(await server.run('audit')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(`${name}/config.lua waits for you`),
  })
  await publish('1.2.0', { 'config.lua': configLua(20, 'Config.Later = true\n') })

  const again = await server.run('update', '--yes')

  expect(again.stderr).toContain(`then delete those.\n  ${name}/config.lua\n`)
  expect(await server.read(file('config.lua'))).toBe(configLua(99))
  expect(await server.read(file('config.lua.new'))).toBe(configLua(20, 'Config.Later = true\n'))
  // The owner decides: the own price, and the new setting.
  await server.write(file('config.lua'), configLua(99, 'Config.Later = true\n'))
  await rm(server.path(file('config.lua.new')))
  expect(await server.run('audit')).toMatchObject({ code: 0 })
  await publish('1.3.0', { 'config.lua': configLua(20, 'Config.Later = false\n') })
  expect(await server.run('update', '--yes')).toMatchObject({ code: 0, stderr: '' })
  expect(await server.read(file('config.lua'))).toBe(configLua(99, 'Config.Later = false\n'))
})

test('a file that the new version does not have: changed configuration stays, other changes stop the update', async () => {
  const extra = { 'shared/config.lua': configLua(1), 'client.lua': "print('client')\n" }
  const { server, name, file } = await outdatedServer({}, extra)
  await server.write(file('shared/config.lua'), configLua(2))
  await server.write(file('client.lua'), "print('mine')\n")

  const stopped = await server.run('update', '--yes')

  expect([stopped.code, stopped.stderr]).toEqual([3, expect.stringContaining(`  ${name}/client.lua\n`)])
  expect(stopped.stderr).not.toContain('config.lua')
  await server.write(file('client.lua'), "print('client')\n")
  const update = await server.run('update', '--yes')
  expect([update.code, update.stderr]).toEqual([
    0,
    expect.stringContaining(`which the new version does not have.\n  ${name}/shared/config.lua\n`),
  ])
  expect(await server.read(file('shared/config.lua'))).toBe(configLua(2))
  expect(existsSync(server.path(file('client.lua')))).toBe(false)
})

test('a file that both sides added: configuration is a conflict, other files stop the update', async () => {
  const added = { 'locales/en.lua': "Locale = 'theirs'\n", 'client.lua': "print('theirs')\n" }
  const { server, name, file } = await outdatedServer(added)
  await server.write(file('locales/en.lua'), "Locale = 'mine'\n")
  await server.write(file('client.lua'), "print('mine')\n")

  const stopped = await server.run('update', '--yes')

  expect([stopped.code, stopped.stderr]).toEqual([3, expect.stringContaining(`  ${name}/client.lua\n`)])
  expect(existsSync(server.path(file('locales/en.lua.new')))).toBe(false)
  await rm(server.path(file('client.lua')))
  const update = await server.run('update', '--yes')
  expect([update.code, update.stderr]).toEqual([
    0,
    expect.stringContaining(`then delete those.\n  ${name}/locales/en.lua\n`),
  ])
  expect(await server.read(file('locales/en.lua'))).toBe("Locale = 'mine'\n")
  expect(await server.read(file('locales/en.lua.new'))).toBe("Locale = 'theirs'\n")
  expect((await readdir(server.installed(name))).toSorted()).toContain('client.lua')
})

test('remove names files of the owner, and takes a git checkout with --overwrite only', async () => {
  const { server, id, name, file } = await outdatedServer({})
  await server.write(file('config.lua'), configLua(99))
  await server.write(file('data/players.json'), '{}')
  await server.write(file('.git/config'), 'mine')

  const stopped = await server.run('remove', String(id))

  expect([stopped.code, stopped.stderr]).toEqual([3, expect.stringContaining('is a git checkout')])
  expect(await server.read(file('.git/config'))).toBe('mine')
  await rm(server.path(file('.git')), { recursive: true })
  expect(await server.run('remove', String(id))).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(`added: ${name}/config.lua and ${name}/data/players.json.`),
  })
  expect(await server.run('rollback')).toMatchObject({ code: 0 })
  expect(await server.read(file('config.lua'))).toBe(configLua(99))
  await server.write(file('.git/config'), 'mine')
  expect(await server.run('remove', String(id), '--overwrite')).toMatchObject({ code: 0 })
})

test('rollback keeps what the owner wrote into scripthaven.json after the change', async () => {
  const { server, id } = await outdatedServer({})
  const range = JSON.parse(await server.read('scripthaven.json')).scripts[id]
  await server.run('update', '--yes', '--latest')
  expect(JSON.parse(await server.read('scripthaven.json')).scripts[id]).toBe('latest')
  expect(await server.run('rollback')).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(await server.read('scripthaven.json')).scripts[id]).toBe(range)
  await server.run('rollback')
  const project = JSON.parse(await server.read('scripthaven.json'))
  const edited = JSON.stringify({ ...project, allowFindings: { [id]: ['calls-out'] } })
  await server.write('scripthaven.json', edited)

  expect(await server.run('rollback')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('You edited scripthaven.json after that change, so it stays as it is'),
  })

  expect(await server.read('scripthaven.json')).toBe(edited)
  expect(JSON.parse(await server.read('scripthaven.lock')).scripts[id].version).toBe('1.0.0')
})

test('a script that needs one which waits for a decision is named', async () => {
  const library = await publishScript(app, author, 'Weir library', resourceFiles('weir_lib'))
  const files = resourceFiles('weir', { needs: ['weir_lib'] })
  const user = await publishScript(app, author, 'Weir', files)
  const server = await createGameServer({ token: author.token })
  await server.run('init', app.url)
  await setCooldown(server, '0d')
  await server.run('add', String(user.id), '--yes')
  const next = { files: { 'server.lua': "print('second')\n" } }
  await publishVersion(app, author, library.id, '1.1.0', resourceFiles('weir_lib', next))
  await publishVersion(app, author, user.id, '1.1.0', resourceFiles('weir', { needs: ['weir_lib'], ...next }))
  await server.write('resources/[scripthaven]/weir_lib/server.lua', "print('mine')\n")

  const { code, stderr } = await server.run('update', '--yes')

  expect([code, stderr]).toEqual([
    3,
    expect.stringContaining('Weir was installed and needs Weir library, which was not: they may not work'),
  ])
})
