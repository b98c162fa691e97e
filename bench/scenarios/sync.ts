import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { zipOf } from '#test-support/archives/zip.ts'
import { requireSuccess } from '#test-support/http-client.ts'
import { measureCommand, secondsOf } from '#test-support/measured-command.ts'
import { median } from '#test-support/percentiles.ts'
import { scriptForm } from '#test-support/script-forms.ts'
import { buildCli, CLI_BUNDLE, isCliBuilt } from '#tools/cli-bundle.mjs'
import { temporaryFolder } from '#tools/temporary-folder.mjs'

import type { BenchApp, Harness } from '../harness.ts'
import type { Result } from '../result.ts'
import { findUploaders, signUsersIn } from '../sites/sign-users-in.ts'

const run = promisify(execFile)
const scriptsTotal = 40
const archiveBytes = 12.5 * 1024 * 1024
const parallel = 4

/** The command line of server owners, beside curl and unzip with the same archives. */
export async function measureSync(harness: Harness): Promise<Result> {
  const { small, share, pace } = harness.run
  if (!isCliBuilt()) await buildCli(process.execPath)
  const app = await harness.app(small)
  const [token = ''] = await signUsersIn(app.site, await findUploaders(app.site, 1))
  const count = Math.max(2, Math.round(scriptsTotal * share))
  const scripts: { id: number; versionId: number }[] = []
  for (let index = 0; index < count; index++) scripts.push(await submit(app, token, `bulk${index}`))
  const links = await Promise.all(
    scripts.map(({ versionId }) =>
      requireSuccess(app.url, { token }, 'GET', `/api/versions/${versionId}/download`),
    ),
  )
  const urls = links.map(({ body }, index) => `${app.url}${body.downloadUrl} ${index}`).join('\n')
  const requested = Object.fromEntries(scripts.map(({ id }) => [id, '1.0.0']))
  const ratios: number[] = []
  const megabytes: number[] = []
  const repeats: number[] = []
  for (let round = 0; round < pace.rounds; round++) {
    // In memory: ext4 does not reuse inodes that were deleted in the last minutes, and the search for others took most of the time.
    const folder = await mkdtemp(join(temporaryFolder(), 'scripthaven-bench-sync-'))
    try {
      const env = {
        PATH: process.env['PATH'] ?? '',
        NO_COLOR: '1',
        SCRIPTHAVEN_TOKEN: token,
        XDG_CONFIG_HOME: folder,
      }
      await mkdir(join(folder, 'resources'))
      await run(process.execPath, [CLI_BUNDLE, 'init', app.url], { cwd: folder, env })
      await writeFile(join(folder, 'scripthaven.json'), JSON.stringify({ hub: app.url, scripts: requested }))
      const plain = await secondsOf(() => downloadAndUnpack(folder, urls))
      const first = await measureCommand('sync', folder, env)
      ratios.push(first.seconds / plain)
      megabytes.push(first.megabytes)
      const again = await measureCommand('sync', folder, env)
      if (again.connections > 0) throw new Error('The second run made a request')
      repeats.push(again.seconds)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  return {
    name: 'sync',
    title: 'Sync of a server',
    how: `${count} scripts with ${Math.round((count * archiveBytes) / 1024 / 1024)} MB, half of it compressible, on one machine with the site, files in memory. curl and unzip first, ${parallel} at a time, then \`sync\`, then \`sync\` with nothing to do; ${pace.rounds} rounds, medians.`,
    measuredAt: new Date().toISOString(),
    rows: [],
    thresholds: [
      { metric: 'sync: time vs. curl and unzip', value: median(ratios), unit: '', limit: { atMost: 1.3 } },
      { metric: 'sync: memory', value: median(megabytes), unit: ' MB', limit: { atMost: 150 } },
      { metric: 'sync with nothing to do', value: median(repeats), unit: ' s', limit: { atMost: 0.5 } },
    ],
  }
}

async function submit({ url }: BenchApp, token: string, name: string) {
  const archive = { fileName: `${name}.zip`, content: archiveOf(name) }
  const form = await scriptForm({ name, version: '1.0.0' }, { archive })
  const { body } = await requireSuccess(url, { token }, 'POST', '/api/scripts', form)
  return { id: Number(body.id), versionId: Number(body.versionId) }
}

async function downloadAndUnpack(folder: string, urls: string): Promise<void> {
  await writeFile(join(folder, 'urls'), urls)
  const each = 'curl -sf -o plain/$1.zip "$0" && unzip -q plain/$1.zip -d plain/$1'
  await run('bash', ['-c', `mkdir plain && xargs -P ${parallel} -L 1 bash -c '${each}' < urls`], {
    cwd: folder,
  })
}

function archiveOf(name: string): Buffer {
  const models = Array.from({ length: 20 }, (_, index) => ({
    name: `${name}/stream/${index}.ytd`,
    content: randomBytes(archiveBytes / 24),
  }))
  const texts = Array.from({ length: 100 }, (_, index) => ({
    name: `${name}/data/${index}.lua`,
    content: `-- ${randomBytes(8000).toString('hex')}\n`,
  }))
  const manifest = "fx_version 'cerulean'\ngame 'gta5'\nserver_script 'server.lua'\n"
  return zipOf(
    [
      { name: `${name}/fxmanifest.lua`, content: manifest },
      { name: `${name}/server.lua`, content: `print('${name}')\n` },
      ...models,
      ...texts,
    ].map((member) => ({ ...member, deflate: true })),
  )
}
