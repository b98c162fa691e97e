import { spawn } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { probeServer } from './probe-server.ts'
import { launchPostgres } from './launch.ts'
import { isAlive, waitForEnd } from './process-checks.ts'
import { stopServer } from './stop-server.ts'
import {
  lineOf,
  cleanUpAfterEach,
  copyPackageWithoutLinks,
  end,
  isRoot,
  killLater,
  makeFolder,
  ORDINARY_UID,
  query,
  serversOf,
  startOwner,
} from './test-support/server-folders.ts'

cleanUpAfterEach()

describe('a start', () => {
  test('in an empty folder creates a database with checksums, a stable sort order and no open port', async () => {
    const folder = join(makeFolder(), 'postgres')

    const server = await launchPostgres(folder)

    const [row] = await query<Record<string, string>>(
      server.connection,
      `select current_setting('data_checksums') as checksums, current_setting('listen_addresses') as addresses,
        current_setting('fsync') as fsync, datlocprovider as provider, datlocale as locale,
        pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()`,
    )
    expect(row).toEqual({
      checksums: 'on',
      addresses: '',
      fsync: 'on',
      provider: 'b',
      locale: 'C.UTF-8',
      encoding: 'UTF8',
    })
    expect(server.wasRunning).toBe(false)
    expect(statSync(server.connection.host).mode & 0o777).toBe(0o700)
  })

  test('as root never runs the server as root', async () => {
    const server = await launchPostgres(join(makeFolder(), 'postgres'))

    const owner = statSync(join(server.connection.host, `.s.PGSQL.${server.connection.port}`)).uid

    expect(owner).toBe(isRoot ? 54329 : process.geteuid?.())
  })

  test.runIf(isRoot)('works for an ordinary user', async () => {
    const folder = makeFolder(ORDINARY_UID)
    const binaries = copyPackageWithoutLinks(makeFolder(ORDINARY_UID))
    const owner = startOwner({ does: 'launch', folder, uid: ORDINARY_UID, options: { binaries } })

    const { pid } = await lineOf(owner)

    expect(statSync(join(folder, 'pgdata')).uid).toBe(ORDINARY_UID)
    await end(owner.child, 'SIGTERM')
    expect(isAlive(pid)).toBe(false)
  })

  test('uses existing data without initdb', async () => {
    const folder = makeFolder()
    const first = await launchPostgres(folder)
    await query(first.connection, 'create table stored_row as select 42 as content')
    await first.stop()
    const lines: string[] = []

    const second = await launchPostgres(folder, { report: (line) => lines.push(line) })

    expect(await query(second.connection, 'select content from stored_row')).toEqual([{ content: 42 }])
    expect(second.wasRunning).toBe(false)
    expect(lines).toEqual([])
  })

  test('four concurrent starts on an empty folder share one server', async () => {
    const folder = makeFolder()

    const owners = Array.from({ length: 4 }, () => startOwner({ does: 'launch', folder }))
    const lines = await Promise.all(owners.map(lineOf))

    expect(new Set(lines.map(({ pid }) => pid)).size).toBe(1)
    expect(lines.filter(({ wasRunning }) => wasRunning === false)).toHaveLength(1)
    expect(readdirSync(folder).filter((entry) => entry.startsWith('pgdata'))).toEqual(['pgdata'])
  })

  test('applies the given settings over its defaults', async () => {
    const { connection } = await launchPostgres(makeFolder(), {
      settings: { work_mem: '7MB', max_connections: '23' },
    })

    const rows = await query(
      connection,
      `select name, setting from pg_settings where name in ('work_mem', 'max_connections', 'jit') order by name`,
    )

    expect(rows).toEqual([
      { name: 'jit', setting: 'off' },
      { name: 'max_connections', setting: '23' },
      { name: 'work_mem', setting: '7168' },
    ])
  })

  test('listens on TCP only when asked, and then requires the password', async () => {
    const { url = '' } = await launchPostgres(makeFolder(), { tcpPort: await findFreePort() })

    await expect(query(url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(
      'password authentication failed',
    )
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe('a server found running', () => {
  test('is attached to after the process that started it was killed', async () => {
    const folder = makeFolder()
    const owner = startOwner({ does: 'launch', folder })
    const started = await lineOf(owner)
    await end(owner.child, 'SIGKILL')

    const server = await launchPostgres(folder)

    expect(server).toMatchObject({ wasRunning: true, pid: started.pid })
    expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
    expect(isAlive(started.pid)).toBe(false)
  })

  test('is awaited while it starts', async () => {
    const folder = makeFolder()
    await (await launchPostgres(folder)).stop()
    const owner = startOwner({ does: 'launch', folder })
    await until(() => existsSync(join(folder, 'pgdata', 'postmaster.pid')))
    await end(owner.child, 'SIGKILL')
    const [starting] = serversOf(folder)

    const server = await launchPostgres(folder)

    expect(server).toMatchObject({ wasRunning: true, pid: starting })
  })

  test('is awaited while it stops, then a new one starts', async () => {
    const folder = makeFolder()
    const first = await launchPostgres(folder)
    const lastVisitor = new Client(first.connection)
    await lastVisitor.connect()
    process.kill(first.pid, 'SIGTERM')
    await until(async () => (await probeServer(first.connection)).state === 'starting')

    const launching = launchPostgres(folder)
    await lastVisitor.end()
    const second = await launching

    expect(await first.ended).toBe('exited with code 0')
    expect(second.wasRunning).toBe(false)
    expect(second.pid).not.toBe(first.pid)
  })

  test('is not restarted by a guest, but by its owner when its settings differ', async () => {
    const folder = makeFolder()
    const first = await launchPostgres(folder, { settings: { work_mem: '5MB' } })

    const guest = await launchPostgres(folder)
    const owner = await launchPostgres(folder, { restartOutdated: true })
    const again = await launchPostgres(folder, { restartOutdated: true })

    expect(guest).toMatchObject({ wasRunning: true, pid: first.pid })
    expect(owner.wasRunning).toBe(false)
    expect(again).toMatchObject({ wasRunning: true, pid: owner.pid })
  })
})

describe('a stop', () => {
  test('ends all processes of the server cleanly, also with open connections', async () => {
    const folder = makeFolder()
    const server = await launchPostgres(folder)
    const visitor = new Client(server.connection)
    visitor.on('error', () => undefined)
    await visitor.connect()
    const before = serversOf(folder)

    await server.stop()

    expect(before.length).toBeGreaterThan(1)
    expect(await waitForEnd(before, 5000)).toBe(true)
    expect(existsSync(join(folder, 'pgdata', 'postmaster.pid'))).toBe(false)
    expect(readFileSync(join(folder, 'postgres.log'), 'utf8')).toContain('database system is shut down')
    await server.stop()
  })

  test('leaves the socket of the next server of the folder alone', async () => {
    const folder = join(makeFolder(), 'long'.repeat(20))
    const first = await launchPostgres(folder)
    await stopServer(first.pid, join(folder, 'pgdata'))
    const next = await launchPostgres(folder)
    expect(next.connection.host).toBe(first.connection.host)

    await first.stop()

    expect(await probeServer(next.connection)).toMatchObject({ state: 'ready' })
    await next.stop()
    expect(existsSync(next.connection.host)).toBe(false)
  })

  test('does not signal another process that reused the pid of a dead server', async () => {
    const folder = makeFolder()
    const server = await launchPostgres(folder)
    await server.stop()
    const stranger = killLater(spawn('sleep', ['60']))

    await stopServer(stranger.pid ?? 0, join(folder, 'pgdata'))

    expect(isAlive(stranger.pid ?? 0)).toBe(true)
  })
})

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(1)
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
