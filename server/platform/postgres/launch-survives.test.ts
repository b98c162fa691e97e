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
import { isAlive, isNumberTaken, waitForEnd } from './process-checks.ts'
import { findClosedDoor } from './server-folder.ts'
import {
  answerOf,
  cleanUpAfterEach,
  copyPackageWithoutLinks,
  end,
  isRoot,
  killLater,
  makeFolder,
  ORDINARY_UID,
  query,
  refusalOf,
  serversOf,
  startOwner,
} from './testing/server-folders.ts'

cleanUpAfterEach()

const installedVersions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : []

describe('what a killed server left behind does not block the next one:', () => {
  test('a lock that names a stranger who lives', async () => {
    const folder = await makeKilledServer()
    const stranger = killLater(spawn('sleep', ['60']))
    await replaceLockedPid(folder, stranger.pid ?? 0)

    const server = await launchPostgres(folder)

    expect(server.adopted).toBe(false)
    expect(await query(server.connection, 'select answer from kept')).toEqual([{ answer: 42 }])
    expect(isAlive(stranger.pid ?? 0)).toBe(true)
  })

  test('a lock that names a dead process nobody buried', async () => {
    const folder = await makeKilledServer()
    const zombie = await makeZombie()
    await replaceLockedPid(folder, zombie)
    expect([isNumberTaken(zombie), isAlive(zombie)]).toEqual([true, false])

    const server = await launchPostgres(folder)

    expect(await query(server.connection, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  test('a connection that goes on computing', async () => {
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

  test('a preparation that was cut off', async () => {
    const folder = makeFolder()
    mkdirSync(join(folder, 'pgdata.new-abcdef'))
    writeFileSync(join(folder, 'pgdata.new-abcdef', 'PG_VERSION'), '18\n')

    await launchPostgres(folder)

    expect(readdirSync(folder).filter((entry) => entry.startsWith('pgdata'))).toEqual(['pgdata'])
  })
})

describe('an installation', () => {
  test('whose scripts were blocked gets its links at the start', async () => {
    const binaries = copyPackageWithoutLinks(makeFolder())

    const server = await launchPostgres(makeFolder(), { binaries })

    expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test.runIf(isRoot)('below a closed home is copied to where the server’s user can read it', async () => {
    const home = makeFolder()
    const binaries = copyPackageWithoutLinks(home)
    chmodSync(home, 0o700)
    const cache = join(makeFolder(), 'cache')
    const noFolder = join(binaries, 'bin', 'postgres', 'cache')

    const server = await launchPostgres(makeFolder(), { binaries, copiesIn: [noFolder, cache] })

    expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(readdirSync(cache)).toEqual([expect.stringMatching(/^binaries-[0-9a-f]{12}$/)])
  })

  test.runIf(isRoot)('that an ordinary user may only read is copied when it lacks its links', async () => {
    const binaries = copyPackageWithoutLinks(makeFolder())
    const folder = makeFolder(ORDINARY_UID)
    const owner = startOwner({ does: 'launch', folder, uid: ORDINARY_UID, options: { binaries } })

    expect((await answerOf(owner)).adopted).toBe(false)
    expect(readdirSync(folder).filter((entry) => entry.startsWith('binaries-'))).toHaveLength(1)
  })

  test('that is not one is refused by name, with what to do', async () => {
    const binaries = makeFolder()

    const launching = launchPostgres(makeFolder(), { binaries })

    await expect(launching).rejects.toThrow(
      /No usable PostgreSQL .*DATABASE_URL[^]*bin\/postgres or bin\/initdb is missing/,
    )
  })

  test('of another major version is refused before it touches the data', async () => {
    const folder = makeFolder()
    await (await launchPostgres(folder)).stop()
    writeFileSync(join(folder, 'pgdata', 'PG_VERSION'), '97\n')

    await expect(launchPostgres(folder)).rejects.toThrow('No PostgreSQL 97 was found')
  })

  test('missing from the packages is looked for in the system, the wanted version first', async () => {
    const system = makeFolder()
    mkdirSync(join(system, 'bin'))
    for (const program of ['postgres', 'initdb']) {
      const answer = `#!/bin/sh\necho "${program} (PostgreSQL) 97.2"\n`
      writeFileSync(join(system, 'bin', program), answer, { mode: 0o755 })
    }
    const identities = { serve: {}, initialise: {} }
    vi.stubEnv('PATH', `${join(system, 'bin')}:${process.env['PATH']}`)

    const found = await findBinaries({ copiesIn: [], identities, major: 97 }).finally(() =>
      vi.unstubAllEnvs(),
    )

    expect(found).toEqual({ bin: join(system, 'bin'), version: '97.2', major: 97 })
  })

  test.each(installedVersions)('of this system serves too: version %s', async (version) => {
    const server = await launchPostgres(makeFolder(), { binaries: `/usr/lib/postgresql/${version}` })

    const [row] = await query<{ version: string }>(
      server.connection,
      `select current_setting('server_version') as version`,
    )
    expect(row?.version).toMatch(new RegExp(`^${version}`))
  })

  test('that hangs is given up after the time limit, and nothing of it stays', async () => {
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
        'create extension pg_trgm; create table kept as select 42 as answer; checkpoint',
      )
      const adopted = await launchPostgres(folder, { binaries, copiesIn: [cache] })
      process.kill(first.pid, 'SIGKILL')
      await first.ended
      const second = await launchPostgres(folder, { binaries, copiesIn: [cache] })

      expect(adopted).toMatchObject({ adopted: true, pid: first.pid })
      expect(second.adopted).toBe(false)
      expect(await query(second.connection, 'select answer from kept')).toEqual([{ answer: 42 }])
      await second.stop()
      expect(serversOf(folder)).toEqual([])
      expect(statSync(join(folder, 'pgdata')).uid).toBe(54329)
    },
  )

  test('below a closed home is refused with the reason and the way out where the system knows no way around', () => {
    const home = makeFolder()
    const folder = join(home, 'data')
    mkdirSync(folder)
    chmodSync(home, 0o700)
    const stranger = { uid: 54329, gid: 54329 }

    expect(() => findClosedDoor(folder, { serve: stranger, initialise: stranger }, 'darwin')).toThrow(
      new RegExp(
        `does not run as root, and the ordinary user it runs as cannot enter ${home},.*/var/lib/scripthaven`,
      ),
    )
  })

  test.runIf(isRoot)('made under a strict umask serves the server’s user', async () => {
    const before = process.umask(0o077)
    const home = makeFolder()
    const launching = launchPostgres(join(home, 'data', 'postgres'))

    const server = await launching.finally(() => process.umask(before))

    expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test.runIf(isRoot)('of root is refused to an ordinary user by owner', async () => {
    const folder = makeFolder()
    await (await launchPostgres(folder)).stop()
    chownSync(folder, ORDINARY_UID, ORDINARY_UID)
    chownSync(join(folder, 'launch.lock'), ORDINARY_UID, ORDINARY_UID)

    const refusal = await refusalOf(startOwner({ does: 'launch', folder, uid: ORDINARY_UID }))

    expect(refusal).toContain('belongs to user id 54329, not to the user who starts the hub now')
    expect(refusal).toContain('StartRefused')
  })

  test.runIf(isRoot)('of an ordinary user stays that user’s when root starts the hub', async () => {
    const folder = makeFolder(ORDINARY_UID)
    const binaries = copyPackageWithoutLinks(makeFolder(ORDINARY_UID))
    const owner = startOwner({ does: 'launch', folder, uid: ORDINARY_UID, options: { binaries } })
    await answerOf(owner)
    await end(owner.child, 'SIGTERM')

    const server = await launchPostgres(folder)

    expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(statSync(join(folder, 'pgdata', 'postmaster.pid')).uid).toBe(ORDINARY_UID)
  })

  test('with a path too long for a socket is served through a short one', async () => {
    const folder = join(makeFolder(), 'a'.repeat(90), 'ü'.repeat(40))

    const server = await launchPostgres(folder)

    const short = server.connection.host
    expect(short.length).toBeLessThan(86)
    expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
    expect(existsSync(short)).toBe(false)
  })

  test('that cannot be written is refused in words', async () => {
    const file = join(makeFolder(), 'file')
    writeFileSync(file, '')

    await expect(launchPostgres(join(file, 'postgres'))).rejects.toThrow(
      /^The database cannot be kept in .*ENOTDIR/,
    )
  })

  test('with a setting PostgreSQL refuses says what PostgreSQL said', async () => {
    const launching = launchPostgres(makeFolder(), { settings: { work_mem: 'plenty' } })

    await expect(launching).rejects.toThrow(/PostgreSQL did not start: it ended with code 1[^]*work_mem/)
  })
})

async function makeKilledServer(): Promise<string> {
  const folder = makeFolder()
  const server = await launchPostgres(folder)
  await query(server.connection, 'create table kept as select 42 as answer')
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

/** Its parent turned into a program that knows nothing of this child and never asks for it; only then it tells the number. */
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
