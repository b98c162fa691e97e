import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, rm, utimes } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { expect, onTestFinished, test } from 'vitest'

import { createGameServer, publishScript, publishVersion, resourceFiles } from '#test-support/game-server.ts'
import { startTestApp } from '#test-support/test-app.ts'
import { installedVersion, versionedFiles } from '#test-support/versioned-resource.ts'
import { buildCli, CLI_BUNDLE, isCliBuilt } from '#tools/cli-bundle.mjs'

const app = await startTestApp()
const author = await app.createUser('scripts.upload', 'scripts.download')
if (!isCliBuilt()) await buildCli(process.execPath)

const names = ['dock_a', 'dock_b', 'dock_c']
const scripts: number[] = []
for (const name of names) {
  const { id } = await publishScript(
    app,
    author,
    name,
    resourceFiles(name, { files: versionedFiles('1.0.0') }),
  )
  await publishVersion(app, author, id, '2.0.0', resourceFiles(name, { files: versionedFiles('2.0.0') }))
  scripts.push(id)
}

type GameServer = Awaited<ReturnType<typeof createGameServer>>

async function want(server: GameServer, range: string): Promise<void> {
  const project = JSON.parse(await server.read('scripthaven.json'))
  await server.write(
    'scripthaven.json',
    JSON.stringify({ ...project, scripts: Object.fromEntries(scripts.map((id) => [id, range])) }),
  )
}

test('a run that was killed between two renames is finished by any next change', async () => {
  const server = await createGameServer({ token: author.token })
  await server.run('init', app.url)
  await want(server, '1.0.0')
  await server.run('sync')
  const folder = server.installed('dock_a')
  const staged = server.path('scripthaven/staging/new-1/dock_a')
  const backup = server.path('scripthaven/rollback/x/resources/dock_a')
  await server.write('scripthaven/staging/new-1/dock_a/fxmanifest.lua', 'the new one')
  await server.write('scripthaven/rollback/x/resources/dock_a/fxmanifest.lua', 'the old one')
  await rm(folder, { recursive: true })
  await server.write(
    'scripthaven/journal.json',
    JSON.stringify({
      staging: server.path('scripthaven/staging'),
      moves: [{ target: folder, staged, backup }],
    }),
  )

  const { stdout } = await server.run('sql', '--confirm')

  expect(stdout).toContain('Finished a change that was interrupted.')
  expect(await server.read('resources/[scripthaven]/dock_a/fxmanifest.lua')).toBe('the new one')
  expect(await server.read('scripthaven/rollback/x/resources/dock_a/fxmanifest.lua')).toBe('the old one')
})

const stateFiles = ['scripthaven.json', 'scripthaven.lock', 'scripthaven.cfg', 'scripthaven/installed.json']

async function stateOf(server: GameServer): Promise<Record<string, string>> {
  const texts = await Promise.all(stateFiles.map(async (path) => [path, await server.read(path)] as const))
  return Object.fromEntries(texts)
}

/** As a run leaves it that is killed after it has written its journal. */
async function interrupt(
  server: GameServer,
  what: 'change' | 'rollback',
  after: Record<string, string>,
  { install, remove }: { install?: string; remove?: string },
) {
  const backup = server.path('scripthaven/rollback/9')
  const folders = [
    ...(install === undefined
      ? []
      : [
          {
            target: server.installed(install),
            staged: server.path('scripthaven/staging/new', install),
            backup: join(backup, 'resources', install),
          },
        ]),
    ...(remove === undefined
      ? []
      : [{ target: server.installed(remove), staged: null, backup: join(backup, 'resources', remove) }]),
  ]
  const texts = Object.entries(await stateOf(server)).map(([path, text]) => [server.path(path), text])
  const moves = folders.map(({ target }) => ({ target, existed: existsSync(target) }))
  await server.write('scripthaven/rollback/9/change.json', JSON.stringify({ moves, texts }))
  const files = Object.entries(after).map(([path], index) => ({
    target: server.path(path),
    staged: server.path(`scripthaven/staging/file-${index}`),
    backup: null,
  }))
  for (const [index, text] of Object.values(after).entries())
    await server.write(`scripthaven/staging/file-${index}`, text)
  const journal = { moves: [...folders, ...files], staging: server.path('scripthaven/staging'), what }
  await server.write('scripthaven/journal.json', JSON.stringify(journal))
}

test('what an interrupted add has installed stays when the next command is another one', async () => {
  const server = await createGameServer({ token: author.token })
  await server.run('init', app.url)
  await server.run('add', String(scripts[0]), '--yes')
  const before = await stateOf(server)
  await server.run('add', String(scripts[1]), '--yes')
  const after = await stateOf(server)
  await cp(server.installed('dock_b'), server.path('scripthaven/staging/new/dock_b'), { recursive: true })
  await rm(server.installed('dock_b'), { recursive: true })
  for (const [path, text] of Object.entries(before)) await server.write(path, text)
  await interrupt(server, 'change', after, { install: 'dock_b' })

  const { code, stdout, stderr } = await server.run('sync')

  expect([code, stdout, stderr]).toEqual([
    0,
    'Finished a change that was interrupted.\nEverything is up to date.\n',
    '',
  ])
  expect(await installedVersion(server, 'dock_b')).toBe('2.0.0')
  expect(await stateOf(server)).toEqual(after)
})

test('an interrupted rollback that is run again is finished, and not undone', async () => {
  const server = await createGameServer({ token: author.token })
  await server.run('init', app.url)
  await server.run('add', String(scripts[0]), '--yes')
  const before = await stateOf(server)
  await server.run('add', String(scripts[1]), '--yes')
  const after = await stateOf(server)
  await interrupt(server, 'rollback', before, { remove: 'dock_b' })

  expect(await server.run('rollback')).toMatchObject({
    code: 0,
    stdout: 'Finished a rollback that was interrupted.\n',
  })
  expect([await stateOf(server), await installedVersion(server, 'dock_b')]).toEqual([before, 'missing'])
  expect(await server.run('rollback')).toMatchObject({ code: 0 })
  expect([await stateOf(server), await installedVersion(server, 'dock_b')]).toEqual([after, '2.0.0'])
})

test('a rollback that was killed before it began is begun again', async () => {
  const server = await createGameServer({ token: author.token })
  await server.run('init', app.url)
  await server.run('add', String(scripts[0]), '--yes')
  await mkdir(server.path('scripthaven/rollback/9999/resources'), { recursive: true })

  expect(await server.run('rollback')).toMatchObject({ code: 0, stderr: '' })
  expect(await installedVersion(server, 'dock_a')).toBe('missing')
})

test('an interrupted remove that is run again is finished, and no error', async () => {
  const server = await createGameServer({ token: author.token })
  await server.run('init', app.url)
  await server.run('add', String(scripts[0]), '--yes')
  const before = await stateOf(server)
  await server.run('add', String(scripts[1]), '--yes')
  await interrupt(server, 'change', before, { remove: 'dock_b' })

  expect(await server.run('remove', String(scripts[1]), 'dock_b')).toMatchObject({ code: 0, stderr: '' })
  expect([await stateOf(server), await installedVersion(server, 'dock_b')]).toEqual([before, 'missing'])
  expect(await server.run('remove', 'dock_b')).toMatchObject({ code: 2 })
})

test('a command that waits for an answer lets no other one change the server meanwhile', async () => {
  const server = await createGameServer({ token: author.token })
  await server.run('init', app.url)
  const terminal = spawn(
    'script',
    ['-qefc', `${process.execPath} ${CLI_BUNDLE} add ${scripts[0]}`, '/dev/null'],
    {
      cwd: server.folder,
      env: server.env({ TERM: 'xterm', SHELL: '/bin/sh' }),
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  const exited = once(terminal, 'exit')
  for await (const chunk of terminal.stdout) if (String(chunk).includes('Install these?')) break

  const second = await server.run('sync')
  terminal.stdin.write('n\r')
  await exited

  expect(second).toMatchObject({ code: 5, stderr: expect.stringContaining('Another scripthaven') })
  expect(await server.run('sync')).toMatchObject({ code: 0 })
})

test('two runs at the same time do not mix: the second one says who works', async () => {
  const server = await createGameServer({ token: author.token })
  await server.run('init', app.url)
  await server.write('scripthaven/running.pid', String(process.pid))

  expect(await server.run('sync')).toMatchObject({
    code: 5,
    stderr: expect.stringContaining(`process ${process.pid}`),
  })
  await server.write('scripthaven/running.pid', '999999999')
  expect(await server.run('sync')).toMatchObject({ code: 0 })
  // Before the machine was started again, another process had the number.
  await server.write('scripthaven/running.pid', String(process.pid))
  await utimes(server.path('scripthaven/running.pid'), 0, 0)
  expect(await server.run('sync')).toMatchObject({ code: 0 })
})

test('a hub that goes down in the middle leaves the server as it was, and the next run downloads only the rest', async () => {
  let filesLeft = 1
  const downloads: string[] = []
  const proxy = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? ''
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      if (path.startsWith('/files/')) {
        downloads.push(path)
        if (filesLeft-- <= 0) {
          // The connection breaks after the first bytes.
          response.writeHead(200, { 'content-length': '1000000' }).write('PK')
          await pause(20)
          response.destroy()
          return
        }
      }
      const { authorization, 'content-type': type } = request.headers
      const real = await fetch(app.url + path, {
        method: request.method ?? 'GET',
        headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
        body: request.method === 'POST' ? Buffer.concat(chunks) : null,
      })
      response.writeHead(real.status, { 'content-type': real.headers.get('content-type') ?? '' })
      response.end(Buffer.from(await real.arrayBuffer()))
    })()
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  const address = proxy.address()
  const server = await createGameServer({ token: author.token })
  await server.run('init', `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`)
  await want(server, '1.0.0')

  const { code, stderr } = await server.run('sync')

  expect([code, stderr]).toEqual([4, expect.stringMatching(/does not respond|is not the one/)])
  expect(await readdir(server.path('resources'))).toEqual([])
  filesLeft = Infinity
  downloads.length = 0
  expect(await server.run('sync')).toMatchObject({ code: 0, stderr: '' })
  expect(downloads).toHaveLength(names.length - 1)
})
