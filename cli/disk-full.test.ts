import { execFile } from 'node:child_process'
import { readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, onTestFinished, test } from 'vitest'

import {
  createGameServer,
  publishScript,
  publishVersion,
  resourceFiles,
  startHub,
} from '#test-support/game-server.ts'
import { temporaryFolder } from '#test-support/files.ts'

const run = promisify(execFile)
const app = await startHub()
const author = await app.createUser('scripts.upload', 'scripts.download')

/** The archive is small, so that the disk is full while it is unpacked. */
const filesOf = (version: string) =>
  Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [`data/${at}.txt`, `${version} ${'x'.repeat(50_000)}`]),
  )
const { id } = await publishScript(
  app,
  author,
  'Warehouse',
  resourceFiles('warehouse', { files: filesOf('1.0.0') }),
)
await publishVersion(app, author, id, '2.0.0', resourceFiles('warehouse', { files: filesOf('2.0.0') }))

async function mountDisk(): Promise<string> {
  const folder = await temporaryFolder()
  await run('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', folder])
  onTestFinished(async () => void (await run('umount', ['-l', folder])))
  return folder
}

async function freeKilobytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return (bavail * bsize) / 1024
}

async function contentsOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await readFile(file, 'latin1')])),
  )
}

// A mount needs root.
test.runIf(process.getuid?.() === 0).each([0, 60, 300, 1200, 1800])(
  'with %i KB left an update is not installed, and nothing of the server is lost',
  async (left) => {
    const disk = await mountDisk()
    const server = await createGameServer({ token: author.token, root: join(disk, 'server') })
    await server.run('init', app.url)
    await server.run('add', `${id}@1.0.0`, '--yes')
    const project = JSON.parse(await server.read('scripthaven.json'))
    await server.write('scripthaven.json', JSON.stringify({ ...project, scripts: { [id]: '2.0.0' } }))
    const before = await contentsOf(server.installed())
    const lock = await server.read('scripthaven.lock')
    await writeFile(join(disk, 'filler'), Buffer.alloc(Math.floor((await freeKilobytes(disk)) - left) * 1024))

    const full = await server.run('sync')

    expect([full.code, full.stderr]).toEqual([
      5,
      expect.stringMatching(/The disk is full|The disk has .* free/),
    ])
    expect(await contentsOf(server.installed())).toEqual(before)
    expect(await server.read('scripthaven.lock')).toBe(lock)
    await rm(join(disk, 'filler'))
    expect(await server.run('sync')).toMatchObject({ code: 0, stderr: '' })
    expect(await server.read('resources/[scripthaven]/warehouse/data/7.txt')).toMatch(/^2\.0\.0/)
  },
)

test.runIf(process.getuid?.() === 0)(
  'on a read-only disk nothing is lost, and what only reads works',
  async () => {
    const disk = await mountDisk()
    const server = await createGameServer({ token: author.token, root: join(disk, 'server') })
    await server.run('init', app.url)
    await server.run('add', `${id}@1.0.0`, '--yes')
    const before = await contentsOf(server.folder)
    await run('mount', ['-o', 'remount,ro', disk])

    const update = await server.run('add', `${id}@2.0.0`, '--yes')

    expect([update.code, update.stderr]).toEqual([5, expect.stringContaining('The disk is read-only')])
    expect(await contentsOf(server.folder)).toEqual(before)
    expect(await server.run('audit')).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Warning: .*blocklist\.json cannot be written \(EROFS\)/),
    })
    await run('mount', ['-o', 'remount,rw', disk])
    expect(await server.run('add', `${id}@2.0.0`, '--yes')).toMatchObject({ code: 0, stderr: '' })
  },
)
