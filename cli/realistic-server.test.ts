import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { sevenZipOf } from '#test-support/archives/seven-zip.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import {
  createGameServer,
  publishScript,
  publishVersion,
  resourceFiles,
  startHub,
} from '#test-support/game-server.ts'
import {
  applyChange,
  changeOf,
  frameworks,
  generateScripts,
  placedFiles,
  versionNumbers,
} from '#test-support/realistic-server.ts'

// Public resources cannot be fetched here: tests have the packages of this project only, and none of the npm packages that were looked at contains a resource.
const count = 40

const app = await startHub()
const author = await app.createUser('scripts.upload', 'scripts.download')
const generated = generateScripts(count)
const published: { id: number; versionIds: number[] }[] = []

for (const { name, extension, versions } of generated) {
  const archives = versions.map(({ files }) =>
    Object.entries(files).map(([path, content]) => ({ name: path, content, deflate: true })),
  )
  const [first = [], ...later] = archives
  const content = extension === '7z' ? sevenZipOf(first) : zipOf(first)
  const { id, versionId } = await publishScript(app, author, name, content, { license: 'MIT' }, extension)
  const versionIds = [versionId]
  for (const [at, members] of later.entries()) {
    const number = versionNumbers[at + 1] ?? ''
    const added = await publishVersion(app, author, id, number, members, `${name}-${number}.zip`)
    versionIds.push(added.versionId)
  }
  published.push({ id, versionIds })
}
const idOf = (name: string) => published[generated.findIndex((script) => script.name === name)]?.id ?? 0

/** With the frameworks, and scripts in folders of the owner, some of which the owner changed. */
async function serverByHand() {
  const server = await createGameServer({ token: author.token })
  for (const name of frameworks)
    await server.write(`resources/[core]/${name}/fxmanifest.lua`, `fx_version 'cerulean'\n-- ${name}\n`)
  for (const [index, script] of generated.entries())
    for (const [path, content] of Object.entries(applyChange(placedFiles(script), changeOf(index))))
      await server.write(`resources/${path}`, content)
  return server
}

/** A new server with the installed versions of all scripts. */
async function serverWithAll(cooldown = '0d') {
  const server = await createGameServer({ token: author.token })
  for (const name of frameworks)
    await server.write(`resources/[core]/${name}/fxmanifest.lua`, `fx_version 'cerulean'\n-- ${name}\n`)
  await server.run('init', app.url)
  await changeProject(server, { cooldown })
  const names = generated.map(
    ({ versions, installed }, index) => `${published[index]?.id}@${versions[installed]?.number}`,
  )
  const added = await server.run('add', ...names, '--yes')
  expect([added.code, added.stderr]).toEqual([0, ''])
  return server
}
type GameServer = Awaited<ReturnType<typeof serverWithAll>>

async function changeProject(server: GameServer, change: object) {
  const project = JSON.parse(await server.read('scripthaven.json'))
  await server.write('scripthaven.json', `${JSON.stringify({ ...project, ...change }, null, 2)}\n`)
}

/** The content of each file of the resources. */
async function contentsOf(server: GameServer): Promise<Record<string, string>> {
  const entries = await readdir(server.path('resources'), { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    await Promise.all(
      paths.map(async (path) => [path.slice(server.folder.length), await readFile(path, 'latin1')]),
    ),
  )
}

const changedPaths = (change: string) =>
  generated.flatMap((script, index) => {
    const files = placedFiles(script)
    const changed = applyChange(files, change === changeOf(index) ? changeOf(index) : undefined)
    return Object.keys(files)
      .filter((path) => changed[path] !== undefined && changed[path] !== files[path])
      .map((path) => path.slice(path.indexOf('/') + 1))
  })

test('init --from-disk recognises at least 95 % of the versions, and sync takes over what the owner changed', async () => {
  const server = await serverByHand()

  const init = await server.run('init', app.url, '--from-disk', '--json')

  const recognised: { id: number; number: string }[] = JSON.parse(init.stdout).scripts
  const missed = generated.filter(
    ({ versions, installed }, at) =>
      !recognised.some(
        ({ id, number }) => id === published[at]?.id && number === versions[installed]?.number,
      ),
  )
  process.stdout.write(`init --from-disk: ${count - missed.length} of ${count} versions recognised\n`)
  expect(missed.length / count).toBeLessThanOrEqual(0.05)
  expect([init.code, init.stderr]).toEqual([0, ''])

  const stopped = await server.run('sync')
  const code = changedPaths('code')
  expect(stopped.code).toBe(code.length > 0 ? 3 : 0)
  for (const path of code) expect(stopped.stderr).toContain(`  ${path}\n`)
  expect(stopped.stderr.match(/^ {2}(?!resources\/)\S+$/gm)).toHaveLength(code.length)
  expect(stopped.stderr.match(/^Warning: .* in other folders, too\./gm)).toHaveLength(1)
  for (const path of [...changedPaths('price'), ...changedPaths('locale')])
    expect(await server.read('resources/[scripthaven]', path)).toMatch(/999|Purchase for/)
  for (const path of changedPaths('line-ends'))
    expect(await server.read('resources/[scripthaven]', path)).not.toContain('\r')

  expect((await server.run('sync', '--overwrite')).code).toBe(0)
  for (const folder of ['[scripts]', '[packed]'])
    await rm(server.path('resources', folder), { recursive: true, force: true })
  expect(await server.run('sync')).toMatchObject({ code: 0, stderr: '' })
  const audit = await server.run('audit', '--json')
  const problems: { what: string; text: string }[] = JSON.parse(audit.stdout)
  expect([audit.code, new Set(problems.map(({ what }) => what))]).toEqual([0, new Set(['changed', 'added'])])
})

test('on a new server all scripts start after what they need, and a second sync asks nothing', async () => {
  const server = await serverWithAll()

  const order = (await server.read('scripthaven.cfg'))
    .split('\n')
    .filter((line) => line.startsWith('ensure '))
  const lock = JSON.parse(await server.read('scripthaven.lock'))
  const names = generated.flatMap(({ resources }) => resources)
  expect(order.map((line) => line.slice('ensure '.length)).toSorted()).toEqual(names.toSorted())
  for (const { name } of generated.filter((script) => needsLibrary(script)))
    expect(order.indexOf('ensure library_ag')).toBeLessThan(order.indexOf(`ensure ${name}`))
  expect(lock.scripts[idOf('job_aa')].needs).toEqual({ es_extended: null, oxmysql: null })
  const before = await contentsOf(server)
  // No server listens on this port.
  const dead = { SCRIPTHAVEN_TOKEN: '', HTTP_PROXY: 'http://127.0.0.1:1', NODE_USE_ENV_PROXY: '1' }
  expect(await server.runWith(dead, 'sync', '--frozen')).toEqual({
    code: 0,
    stdout: 'Everything is up to date.\n',
    stderr: '',
  })
  expect(await contentsOf(server)).toEqual(before)

  expect((await server.run('list')).stdout.trim().split('\n')).toHaveLength(count)
  expect((await server.run('why', 'oxmysql')).stdout).toContain('oxmysql ← job_aa 1.0.0')
  expect(JSON.parse((await server.run('export')).stdout).components).toHaveLength(count)
  expect(await server.run('scan', '--fail-on', 'high')).toMatchObject({ code: 0 })
  expect(await server.run('audit')).toMatchObject({ code: 0, stdout: expect.stringContaining('No problem') })
})

test('update merges changed configuration, keeps both files of a conflict, and lists new SQL in order', async () => {
  const server = await serverWithAll()
  await server.run('sql', '--confirm')
  const price = async (path: string) => {
    const text = await server.read('resources/[scripthaven]', path)
    await server.write(
      `resources/[scripthaven]/${path}`,
      text.replace(/Config\.Price = \d+/, 'Config.Price = 999'),
    )
  }
  await price('job_aa/config.lua')
  await price('pack_ae_0/config.lua')
  await changeProject(server, {
    scripts: Object.fromEntries(published.map(({ id }) => [id, '^1.0.0'])),
  })
  const outdated = JSON.parse((await server.run('outdated', '--json')).stdout)
  expect(outdated).toHaveLength(
    generated.filter(({ versions, installed }) => installed < versions.length - 1).length,
  )

  const { code, stdout, stderr } = await server.run('update', '--yes')

  expect([code, stdout]).toEqual([0, expect.stringContaining('Merged your changes: pack_ae_0/config.lua')])
  expect(stderr).toContain('The new ones are beside them as .new')
  expect(stderr).toContain('\n  job_aa/config.lua\n')
  expect(await server.read('resources/[scripthaven]/pack_ae_0/config.lua')).toMatch(/999[^]*Limit1 = 10/)
  expect(await server.read('resources/[scripthaven]/job_aa/config.lua')).not.toContain('Limit2')
  expect(await server.read('resources/[scripthaven]/job_aa/config.lua.new')).toMatch(
    /Price = 150[^]*Limit2 = 20/,
  )
  const files: { path: string; state: string }[] = JSON.parse((await server.run('sql', '--json')).stdout)
  const order = (await server.read('scripthaven.cfg')).split('\n')
  const ranks = files.map(({ path }) => order.indexOf(`ensure ${path.split('/')[0]}`))
  expect(files.map(({ path }) => path)).toContain('job_aa/sql/upgrade-1.2.0.sql')
  expect(files.every(({ state, path }) => state === 'new' && path.includes('upgrade'))).toBe(true)
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
})

test('a recalled version is replaced in spite of the cooldown, and one that was taken down can only be removed', async () => {
  const first = await publishScript(app, author, 'Recalled', resourceFiles('recalled'))
  const safe = resourceFiles('recalled', { files: { 'server.lua': "print('safe')\n" } })
  await publishVersion(app, author, first.id, '1.0.1', safe)
  const stolen = await publishScript(app, author, 'Stolen', resourceFiles('stolen'))
  const server = await serverWithAll('3d')
  await server.run('add', `${first.id}@1.0.0`, String(stolen.id), '--yes')
  await changeProject(server, { scripts: { [first.id]: '^1.0.0', [stolen.id]: '^1.0.0' } })
  const withdrawal = { kind: 'security', reason: 'It sends the token to another host.' }
  await app.request(author, 'POST', `/api/versions/${first.versionId}/withdraw`, withdrawal)
  const owner = await app.createOwner()
  const removal = { reason: 'stolen', note: 'See the case.' }
  await app.request(owner, 'POST', `/api/scripts/${stolen.id}/removal`, removal)

  const audit = await server.run('audit', '--fail-on', 'high')

  expect(audit.code).toBe(1)
  expect(audit.stdout).toMatch(
    /high .*Recalled 1\.0\.0 was recalled: .*another host[^\n]*Use 1\.0\.1 instead\. Run "node \S+ update"/,
  )
  expect(audit.stdout).toMatch(/high .*Stolen 1\.0\.0 was taken down: Stolen work/)
  expect(await server.run('update', String(first.id), '--yes')).toMatchObject({ code: 2 })
  expect(await server.run('remove', 'stolen')).toMatchObject({ code: 0 })
  expect(await server.run('update', 'recalled', '--yes')).toMatchObject({ code: 0 })
  expect(await server.read('resources/[scripthaven]/recalled/server.lua')).toBe("print('safe')\n")
  expect(await server.run('audit', '--fail-on', 'high')).toMatchObject({ code: 0 })
})

test('removing what was added and a rollback bring back the same bytes', async () => {
  const server = await serverWithAll()
  await server.write('resources/[scripthaven]/job_aa/data/players.json', '{"mine":1}\n')
  const before = await contentsOf(server)
  const files = ['scripthaven.json', 'scripthaven.lock', 'scripthaven.cfg']
  const texts = await Promise.all(files.map((name) => server.read(name)))

  expect(await server.run('remove', ...published.map(({ id }) => String(id)))).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(
      /^Warning: Removed with files that you changed or added: \S+\.json\. [^\n]*\n$/,
    ),
  })

  expect(await readdir(server.installed())).toEqual([])
  expect(await server.read('scripthaven.cfg')).not.toContain('ensure')
  expect((await server.run('rollback')).code).toBe(0)
  expect(await contentsOf(server)).toEqual(before)
  expect(await Promise.all(files.map((name) => server.read(name)))).toEqual(texts)
  expect(await server.run('sync')).toMatchObject({ code: 0, stdout: 'Everything is up to date.\n' })
})

test('a cycle is named and both start; two scripts with one resource name are not installed together', async () => {
  const one = await publishScript(app, author, 'Ring one', resourceFiles('ring_one', { needs: ['ring_two'] }))
  await publishScript(app, author, 'Ring two', resourceFiles('ring_two', { needs: ['ring_one'] }))
  const original = await publishScript(app, author, 'Twin', resourceFiles('twin'))
  const fork = await publishScript(
    app,
    author,
    'Twin fork',
    resourceFiles('twin', { files: { 'a.lua': 'fork' } }),
  )
  const user = await publishScript(app, author, 'Twin user', resourceFiles('twin_user', { needs: ['twin'] }))
  const server = await createGameServer({ token: author.token })
  await server.run('init', app.url)

  const ring = await server.run('add', String(one.id), '--yes')

  expect([ring.code, ring.stdout]).toEqual([
    0,
    expect.stringMatching(/These need each other: ring_\w+ → ring_\w+ → ring_/),
  ])
  expect(await server.read('scripthaven.cfg')).toMatch(/ensure ring_(one|two)\n[^]*ensure ring_(one|two)\n/)
  const files = await contentsOf(server)
  const both = await server.run('add', String(original.id), String(fork.id), '--yes')
  expect([both.code, both.stderr]).toEqual([2, expect.stringMatching(/twin/)])
  expect(await contentsOf(server)).toEqual(files)
  const asked = await server.run('add', String(user.id))
  expect(asked).toMatchObject({
    code: 2,
    stdout: expect.stringContaining('Several scripts provide twin'),
    stderr: expect.stringContaining('Use --yes'),
  })
  expect(await server.run('add', String(user.id), '--yes')).toMatchObject({ code: 0 })
  expect([original.id, fork.id]).toContain(JSON.parse(await server.read('scripthaven.json')).providers.twin)
})

function needsLibrary({ versions }: (typeof generated)[number]): boolean {
  return Object.values(versions[0]?.files ?? {}).some((text) => String(text).includes("'library_ag'"))
}
