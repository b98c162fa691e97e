import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'

import { expect, test } from 'vitest'

import { createGameServer, publishScript, publishVersion, resourceFiles } from '#test-support/game-server.ts'
import { createSeededRandom } from '#test-support/seeded-random.ts'
import { startTestApp } from '#test-support/test-app.ts'
import { installedVersion, versionedFiles } from '#test-support/versioned-resource.ts'
import { buildCli, CLI_BUNDLE, isCliBuilt } from '#tools/cli-bundle.mjs'

const app = await startTestApp()
const author = await app.createUser('scripts.upload', 'scripts.download')
if (!isCliBuilt()) await buildCli(process.execPath)

const names = ['dock_a', 'dock_b', 'dock_c']
const scripts: number[] = []
for (const name of names) {
  const members = (version: string) => resourceFiles(name, { files: versionedFiles(version) })
  const { id } = await publishScript(app, author, name, members('1.0.0'))
  await publishVersion(app, author, id, '2.0.0', members('2.0.0'))
  scripts.push(id)
}

type GameServer = Awaited<ReturnType<typeof createGameServer>>

async function run(server: GameServer, ...args: string[]): Promise<void> {
  const { code, stderr } = await server.run(...args)
  expect([args, code, stderr]).toEqual([args, 0, ''])
}

async function want(server: GameServer, range: string, wanted = scripts): Promise<void> {
  const project = {
    hub: app.url,
    scripts: Object.fromEntries(wanted.map((id) => [id, range])),
    folder: 'resources/[scripthaven]',
    cooldown: '0d',
  }
  await server.write('scripthaven.json', JSON.stringify(project))
}

async function install(server: GameServer, range: string, wanted = scripts): Promise<void> {
  await want(server, range, wanted)
  await run(server, 'sync')
}

async function versionsOf(server: GameServer): Promise<string[]> {
  return Promise.all(names.map((name) => installedVersion(server, name)))
}

const three = (version: string) => names.map(() => version)
const last = String(scripts.at(-1))

/** `prepare` leads from any state to `before`, and the command to `after`. */
const commands: {
  args: string[]
  before: string[]
  after: string[]
  prepare: (server: GameServer) => Promise<void>
}[] = [
  {
    args: ['install'],
    before: three('missing'),
    after: three('1.0.0'),
    prepare: async (server) => {
      for (const path of ['scripthaven', 'scripthaven.lock', 'scripthaven.cfg', 'resources/[scripthaven]'])
        await rm(server.path(path), { recursive: true, force: true })
      await want(server, '1.0.0')
    },
  },
  {
    args: ['sync'],
    before: three('1.0.0'),
    after: three('2.0.0'),
    prepare: async (server) => {
      await install(server, '1.0.0')
      await want(server, '2.0.0')
    },
  },
  {
    args: ['update', '--yes'],
    before: three('1.0.0'),
    after: three('2.0.0'),
    prepare: async (server) => {
      await install(server, '1.0.0')
      await want(server, '>=1.0.0')
    },
  },
  {
    args: ['rollback'],
    before: three('2.0.0'),
    after: three('1.0.0'),
    prepare: async (server) => {
      await install(server, '1.0.0')
      await want(server, '>=1.0.0')
      await run(server, 'update', '--yes')
    },
  },
  {
    args: ['add', `${last}@1.0.0`, '--yes'],
    before: ['1.0.0', '1.0.0', 'missing'],
    after: three('1.0.0'),
    prepare: async (server) => install(server, '1.0.0', scripts.slice(0, -1)),
  },
  {
    args: ['remove', last],
    before: three('1.0.0'),
    after: ['1.0.0', '1.0.0', 'missing'],
    prepare: async (server) => install(server, '1.0.0'),
  },
]

const kills = 40

test.each(commands)(
  'after each of 40 kills of $args.0 every folder is the old or the new one, and the next run finishes',
  async ({ args, before, after, prepare }) => {
    const server = await createGameServer({ token: author.token, program: CLI_BUNDLE })
    const random = createSeededRandom(7)
    await prepare(server)
    expect(await versionsOf(server)).toEqual(before)
    const startedAt = performance.now()
    await run(server, ...args)
    const runMs = performance.now() - startedAt
    let interrupted = 0
    let between = 0

    for (let round = 0; round < kills; round++) {
      await prepare(server)
      const child = spawn(process.execPath, [CLI_BUNDLE, ...args], {
        cwd: server.folder,
        env: server.env(),
        stdio: 'ignore',
      })
      const exited = once(child, 'exit')
      // Most of the work is in the second half of a run.
      const timer = setTimeout(() => child.kill('SIGKILL'), runMs * (0.4 + random() * 0.6))
      const [, signal] = await exited
      clearTimeout(timer)
      if (signal !== null) interrupted += 1
      for (const [index, version] of (await versionsOf(server)).entries()) {
        if ([before[index], after[index]].includes(version)) continue
        // A kill between the two renames: the next run makes the second one.
        expect([version, existsSync(server.path('scripthaven/journal.json'))]).toEqual(['missing', true])
        between += 1
      }

      await run(server, 'sync')
      const versions = await versionsOf(server)
      expect([before, after]).toContainEqual(versions)
      if (JSON.stringify(versions) === JSON.stringify(before)) await run(server, ...args)
      expect(await versionsOf(server)).toEqual(after)
      const state = await readdir(server.path('scripthaven'))
      expect(['installed.json', 'originals', 'rollback']).toEqual(expect.arrayContaining(state))
    }

    expect(interrupted).toBeGreaterThan(0)
    expect(between).toBeLessThan(3)
  },
  3_600_000,
)
