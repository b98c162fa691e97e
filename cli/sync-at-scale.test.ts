import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

import { zipOf } from '#test-support/archives/zip.ts'
import { createGameServer } from '#test-support/game-server.ts'
import { scriptForm } from '#test-support/script-forms.ts'
import { startTestApp } from '#test-support/test-app.ts'
import { buildCli, CLI_BUNDLE, isCliBuilt } from '#tools/cli-bundle.mjs'

const run = promisify(execFile)
const scriptsTotal = 40
const archiveSize = 12.5 * 1024 ** 2

test('sync of 40 scripts with 500 MB stays near the time of curl and unzip, and a second one does nothing', async () => {
  if (!isCliBuilt()) await buildCli(process.execPath)
  const app = await startTestApp()
  const author = await app.createUser('scripts.upload', 'scripts.download')
  const server = await createGameServer({ token: author.token })
  await server.run('init', app.url)
  const scripts: { id: number; versionId: number }[] = []
  for (let at = 0; at < scriptsTotal; at++) scripts.push(await submit(`bulk${at}`))
  const project = JSON.parse(await server.read('scripthaven.json'))
  await server.write(
    'scripthaven.json',
    JSON.stringify({ ...project, scripts: Object.fromEntries(scripts.map(({ id }) => [id, '1.0.0'])) }),
  )
  const links = await Promise.all(
    scripts.map(
      async ({ versionId }) =>
        (await app.request(author, 'GET', `/api/versions/${versionId}/download`)).body.downloadUrl,
    ),
  )
  await server.write('urls', links.map((link: string, at: number) => `${app.url}${link} ${at}`).join('\n'))

  const baseline = await secondsOf(() =>
    run(
      'bash',
      [
        '-c',
        'mkdir plain && xargs -P 4 -L 1 bash -c \'curl -sf -o plain/$1.zip "$0" && unzip -q plain/$1.zip -d plain/$1\' < urls',
      ],
      { cwd: server.folder },
    ),
  )
  const sync = await measure('sync')
  const again = await measure('sync')

  process.stdout.write(`${JSON.stringify({ baseline, sync, again })}\n`)
  expect(await readFile(server.installed('bulk7/server.lua'), 'utf8')).toBe("print('bulk7')\n")
  // The targets are 1.3, 150 MB and 0.5 s on idle cores: this fails when something became much slower or larger.
  expect(sync.seconds / baseline).toBeLessThanOrEqual(2)
  expect(sync.megabytes).toBeLessThanOrEqual(160)
  expect(again.seconds).toBeLessThanOrEqual(1.5)
  expect(sync.connections).toBeGreaterThan(0)
  expect(again.connections).toBe(0)

  /** Not analysed, which would take most of the time. */
  async function submit(name: string): Promise<{ id: number; versionId: number }> {
    const archive = { fileName: `${name}.zip`, content: archiveOf(name) }
    const { body } = await app.request(
      author,
      'POST',
      '/api/scripts',
      await scriptForm({ name, version: '1.0.0' }, { archive }),
    )
    return { id: body.id, versionId: body.versionId }
  }

  async function measure(command: string) {
    const reporter = server.path('measure.cjs')
    await writeFile(
      reporter,
      `const { Socket } = require('net')
      const { connect } = Socket.prototype
      let connections = 0
      Socket.prototype.connect = function (...args) {
        connections += 1
        return connect.apply(this, args)
      }
      process.on('exit', () => {
        const [, memory] = /VmHWM:\\s+(\\d+)/.exec(require('fs').readFileSync('/proc/self/status', 'utf8'))
        require('fs').writeFileSync('measured.json', JSON.stringify({ memory: Number(memory), connections }))
      })`,
    )
    const seconds = await secondsOf(() =>
      run(process.execPath, ['--require', reporter, CLI_BUNDLE, command], {
        cwd: server.folder,
        env: server.env(),
      }),
    )
    const { memory, connections } = JSON.parse(await server.read('measured.json'))
    return { seconds, megabytes: Math.round(memory / 1024), connections }
  }
})

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  // Otherwise the second work waits until the files of the first are on the disk.
  await run('sync')
  const startedAt = performance.now()
  await work()
  return Math.round(performance.now() - startedAt) / 1000
}

/** Half of it is compressible. */
function archiveOf(name: string): Buffer {
  const models = Array.from({ length: 20 }, (_, at) => ({
    name: `${name}/stream/${at}.ytd`,
    content: randomBytes(archiveSize / 24),
  }))
  const texts = Array.from({ length: 100 }, (_, at) => ({
    name: `${name}/data/${at}.lua`,
    content: `-- ${randomBytes(8000).toString('hex')}\n`,
    deflate: true,
  }))
  return zipOf([
    {
      name: `${name}/fxmanifest.lua`,
      content: "fx_version 'cerulean'\ngame 'gta5'\nserver_script 'server.lua'\n",
    },
    { name: `${name}/server.lua`, content: `print('${name}')\n` },
    ...models.map((model) => ({ ...model, deflate: true })),
    ...texts,
  ])
}
