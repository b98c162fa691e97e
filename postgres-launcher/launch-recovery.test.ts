import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { findBinaries } from './binaries.ts'
import { launchPostgres } from './launch.ts'
import { isAlive, isPidInUse, waitForEnd } from './process-checks.ts'
import { findInaccessibleParent } from './server-folder.ts'
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
  errorOf,
  serversOf,
  startOwner,
} from './test-support/server-folders.ts'

cleanUpAfterEach()

const installedVersions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : []

describe('leftovers of a killed server do not block the next start:', () => {
  test('a pid file with the pid of another live process', async () => {
    const folder = await makeKilledServer()
    const stranger = killLater(spawn('sleep', ['60']))
    await replaceLockedPid(folder, stranger.pid ?? 0)

    const server = await launchPostgres(folder)

    expect(server.wasRunning).toBe(false)
    expect(await query(server.connection, 'select content from stored_row')).toEqual([{ content: 42 }])
    expect(isAlive(stranger.pid ?? 0)).toBe(true)
  })

  test('a pid file with the pid of a zombie', async () => {
    const folder = await makeKilledServer()
    const zombie = await makeZombie()
    await replaceLockedPid(folder, zombie)
    expect([isPidInUse(zombie), isAlive(zombie)]).toEqual([true, false])

    const server = await launchPostgres(folder)

    expect(await query(server.connection, 'select content from stored_row')).toEqual([{ content: 42 }])
  })

  test('a backend process that is still computing', async () => {
    const folder = makeFolder()
    const first = await launchPostgres(folder)
    const busy = new Client(first.connection)
    busy.on('error', () => undefined)
    await busy.connect()
    busy.query('select count(*) from generate_series(1, 1e13)').catch(() => undefined)
    const isBusy = `select 1 as one from pg_stat_activity where state = 'active' and query like '%1e13%' and pid <> pg_backend_pid()`
    while ((await query(first.connection, isBusy)).length === 0) await pause(5)
    process.kill(first.pid, 'SIGKILL')
    await first.ended
    const orphans = serversOf(folder)

    const second = await launchPostgres(folder)

    expect(orphans.length).toBeGreaterThan(0)
    expect(await waitForEnd(orphans, 0)).toBe(true)
    expect(await query(second.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('an interrupted initdb', async () => {
    const folder = makeFolder()
    mkdirSync(join(folder, 'pgdata.new-abcdef'))
    writeFileSync(join(folder, 'pgdata.new-abcdef', 'PG_VERSION'), '18\n')

    await launchPostgres(folder)

    expect(readdirSync(folder).filter((entry) => entry.startsWith('pgdata'))).toEqual(['pgdata'])
  })
})

describe('an installation', () => {
  test('without install scripts gets its symbolic links at the start', async () => {
    const binaries = copyPackageWithoutLinks(makeFolder())

    const server = await launchPostgres(makeFolder(), { binaries })

    expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test.runIf(isRoot)('below an inaccessible home folder is copied to a readable folder', async () => {
    const home = makeFolder()
    const binaries = copyPackageWithoutLinks(home)
    chmodSync(home, 0o700)
    const cache = join(makeFolder(), 'cache')
    const noFolder = join(binaries, 'bin', 'postgres', 'cache')

    const server = await launchPostgres(makeFolder(), { binaries, copiesIn: [noFolder, cache] })

    expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(readdirSync(cache)).toEqual([expect.stringMatching(/^binaries-[0-9a-f]{12}$/)])
  })

  test.runIf(isRoot)('that is read-only and lacks its links is copied', async () => {
    const binaries = copyPackageWithoutLinks(makeFolder())
    const folder = makeFolder(ORDINARY_UID)
    const owner = startOwner({ does: 'launch', folder, uid: ORDINARY_UID, options: { binaries } })

    expect((await lineOf(owner)).wasRunning).toBe(false)
    expect(readdirSync(folder).filter((entry) => entry.startsWith('binaries-'))).toHaveLength(1)
  })

  test('that is unusable is rejected by name, with advice', async () => {
    const binaries = makeFolder()

    const launching = launchPostgres(makeFolder(), { binaries })

    await expect(launching).rejects.toThrow(
      /No usable PostgreSQL .*DATABASE_URL[^]*bin\/postgres or bin\/initdb is missing/,
    )
  })

  test('of another major version is rejected before it touches the data', async () => {
    const folder = makeFolder()
    await (await launchPostgres(folder)).stop()
    writeFileSync(join(folder, 'pgdata', 'PG_VERSION'), '97\n')

    await expect(launchPostgres(folder)).rejects.toThrow('No PostgreSQL 97 was found')
  })

  test('missing from the packages is searched in the system, the required version first', async () => {
    const system = makeFolder()
    mkdirSync(join(system, 'bin'))
    for (const program of ['postgres', 'initdb']) {
      const content = `#!/bin/sh\necho "${program} (PostgreSQL) 97.2"\n`
      writeFileSync(join(system, 'bin', program), content, { mode: 0o755 })
    }
    const users = { serve: {}, initialise: {} }
    vi.stubEnv('PATH', `${join(system, 'bin')}:${process.env['PATH']}`)

    const found = await findBinaries({ copiesIn: [], users, major: 97 }).finally(() => vi.unstubAllEnvs())

    expect(found).toEqual({ bin: join(system, 'bin'), version: '97.2', major: 97 })
  })

  test.each(installedVersions)('of this system works too: version %s', async (version) => {
    const server = await launchPostgres(makeFolder(), { binaries: `/usr/lib/postgresql/${version}` })

    const [row] = await query<{ version: string }>(
      server.connection,
      `select current_setting('server_version') as version`,
    )
    expect(row?.version).toMatch(new RegExp(`^${version}`))
  })

  test('that hangs is stopped after the timeout and leaves nothing', async () => {
    const binaries = makeFolder()
    mkdirSync(join(binaries, 'bin'))
    const note = join(binaries, 'pid')
    const initdb = `#!/bin/sh\n[ "$1" = --version ] && echo "initdb (PostgreSQL) 18.4" && exit\necho 18 > "$2/PG_VERSION"\n`
    const postgres = `#!/bin/sh\n[ "$1" = --version ] && echo "postgres (PostgreSQL) 18.4" && exit\necho $$ > ${note}\nexec sleep 60\n`
    writeFileSync(join(binaries, 'bin', 'initdb'), initdb, { mode: 0o755 })
    writeFileSync(join(binaries, 'bin', 'postgres'), postgres, { mode: 0o755 })
    writeFileSync(note, '', { mode: 0o666 })
    chmodSync(note, 0o666)

    await expect(launchPostgres(makeFolder(), { binaries, timeoutMs: 1000 })).rejects.toThrow(
      'did not get ready in time',
    )

    const pid = Number(readFileSync(note, 'utf8'))
    expect(pid).toBeGreaterThan(0)
    expect(isAlive(pid)).toBe(false)
  })
})

describe('a folder', () => {
  test.runIf(isRoot && process.platform === 'linux')(
    'below a closed home works for root as well: prepared, served, adopted, recovered and stopped',
    async () => {
      const home = makeFolder()
      chmodSync(home, 0o700)
      const folder = join(home, 'hub', 'data', 'postgres')
      const cache = makeFolder()
      const binaries = copyPackageWithoutLinks(home)

      const first = await launchPostgres(folder, { binaries, copiesIn: [cache] })
      await query(
        first.connection,
        'create extension pg_trgm; create table stored_row as select 42 as content; checkpoint',
      )
      const wasRunning = await launchPostgres(folder, { binaries, copiesIn: [cache] })
      process.kill(first.pid, 'SIGKILL')
      await first.ended
      const second = await launchPostgres(folder, { binaries, copiesIn: [cache] })

      expect(wasRunning).toMatchObject({ wasRunning: true, pid: first.pid })
      expect(second.wasRunning).toBe(false)
      expect(await query(second.connection, 'select content from stored_row')).toEqual([{ content: 42 }])
      await second.stop()
      expect(serversOf(folder)).toEqual([])
      expect(statSync(join(folder, 'pgdata')).uid).toBe(54329)
    },
  )

  test('below an inaccessible home folder is rejected with a reason and advice on systems without the workaround', () => {
    const home = makeFolder()
    const folder = join(home, 'data')
    mkdirSync(folder)
    chmodSync(home, 0o700)
    const stranger = { uid: 54329, gid: 54329 }

    expect(() => findInaccessibleParent(folder, { serve: stranger, initialise: stranger }, 'darwin')).toThrow(
      new RegExp(
        `does not run as root, and the ordinary user it runs as cannot enter ${home},.*/var/lib/scripthaven`,
      ),
    )
  })

  test.runIf(isRoot)('created under a strict umask is accessible to the system user', async () => {
    const before = process.umask(0o077)
    const home = makeFolder()
    const launching = launchPostgres(join(home, 'data', 'postgres'))

    const server = await launching.finally(() => process.umask(before))

    expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test.runIf(isRoot)('of root is rejected for an ordinary user, with its owner', async () => {
    const folder = makeFolder()
    await (await launchPostgres(folder)).stop()
    chownSync(folder, ORDINARY_UID, ORDINARY_UID)
    chownSync(join(folder, 'launch.lock'), ORDINARY_UID, ORDINARY_UID)

    const error = await errorOf(startOwner({ does: 'launch', folder, uid: ORDINARY_UID }))

    expect(error).toContain('belongs to user id 54329, not to the current user')
    expect(error).toContain('StartupError')
  })

  test.runIf(isRoot)('of an ordinary user keeps its owner when root starts the server', async () => {
    const folder = makeFolder(ORDINARY_UID)
    const binaries = copyPackageWithoutLinks(makeFolder(ORDINARY_UID))
    const owner = startOwner({ does: 'launch', folder, uid: ORDINARY_UID, options: { binaries } })
    await lineOf(owner)
    await end(owner.child, 'SIGTERM')

    const server = await launchPostgres(folder)

    expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(statSync(join(folder, 'pgdata', 'postmaster.pid')).uid).toBe(ORDINARY_UID)
  })

  test('with a path too long for a socket uses a short socket folder', async () => {
    const folder = join(makeFolder(), 'a'.repeat(90), 'ü'.repeat(40))

    const server = await launchPostgres(folder)

    const short = server.connection.host
    expect(short.length).toBeLessThan(86)
    expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
    expect(existsSync(short)).toBe(false)
  })

  test('that is not writable is rejected with the reason', async () => {
    const file = join(makeFolder(), 'file')
    writeFileSync(file, '')

    await expect(launchPostgres(join(file, 'postgres'))).rejects.toThrow(
      /^The database cannot be stored in .*ENOTDIR/,
    )
  })

  test('with an invalid setting reports the error of PostgreSQL', async () => {
    const launching = launchPostgres(makeFolder(), { settings: { work_mem: 'plenty' } })

    await expect(launching).rejects.toThrow(/PostgreSQL did not start: exited with code 1[^]*work_mem/)
  })
})

async function makeKilledServer(): Promise<string> {
  const folder = makeFolder()
  const server = await launchPostgres(folder)
  await query(server.connection, 'create table stored_row as select 42 as content')
  process.kill(server.pid, 'SIGKILL')
  await server.ended
  return folder
}

async function replaceLockedPid(folder: string, pid: number): Promise<void> {
  await waitForEnd(serversOf(folder), 10_000)
  for (const file of [join(folder, 'pgdata', 'postmaster.pid'), join(folder, 'run', '.s.PGSQL.5432.lock')]) {
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(pid)))
  }
}

const buriers: ChildProcess[] = []
afterEach(() => buriers.splice(0).forEach((parent) => parent.kill('SIGKILL')))

/** A zombie: its parent replaces itself with a program that never waits for the child. */
async function makeZombie(): Promise<number> {
  const program = 'sleep 60 & echo $! > "$0"; exec tail -f "$0"'
  const note = join(makeFolder(), 'number')
  const parent = spawn('sh', ['-c', program, note], { stdio: ['ignore', 'pipe', 'ignore'] })
  buriers.push(parent)
  const [line] = await once(parent.stdout, 'data')
  const pid = Number(String(line))
  process.kill(pid, 'SIGKILL')
  while (isAlive(pid)) await pause(5)
  return pid
}
