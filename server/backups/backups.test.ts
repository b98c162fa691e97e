import { randomBytes } from 'node:crypto'
import { appendFile, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { Client } from 'pg'
import { afterAll, expect, inject, onTestFinished, test, vi } from 'vitest'

import { systemClock } from '#platform/clock.ts'
import { readConfig } from '#platform/config.ts'
import type { DatabaseAddress, Db } from '#platform/database.ts'
import { openDiskStore } from '#platform/files/disk-store.ts'
import { prepareStaging } from '#platform/files/staging.ts'
import { openLog } from '#platform/log.ts'
import { picture, scriptForm } from '#server/scripts/testing-forms.ts'
import { startHub } from '#server/start-hub.ts'
import { databaseUrl, hubCommand } from '#server/testing-command.ts'
import { blankDatabase, onDatabase } from '#server/testing-database.ts'
import { startTestHub } from '#server/testing.ts'

import { checkFiles, restoreBackup, writeBackup } from './backups.public.ts'

vi.setConfig({ testTimeout: 120_000 })

const hub = await startTestHub()
const author = await hub.person('scripts.upload', 'scripts.rate')
const reader = await hub.registered('reader')
const databaseName = await currentDatabase()
const address = onDatabase(inject('database'), databaseName)
const work = await mkdtemp(join(tmpdir(), 'scripthaven-backups-'))
afterAll(() => rm(work, { recursive: true, force: true }))

async function currentDatabase(): Promise<string> {
  const { rows } = await hub.db.execute<{ name: string }>('select current_database() as name')
  return rows[0]?.name ?? ''
}

const source = () => ({
  address,
  files: hub.hub.files,
  secret: join(hub.dataDir, 'token-secret'),
})

function newFolder(): string {
  return join(work, randomBytes(4).toString('hex'))
}

async function submit(name: string): Promise<number> {
  const { status, body } = await hub.as(author, 'POST', '/api/scripts', await scriptForm({ name }))
  if (status !== 201) throw new Error(`Not submitted: ${JSON.stringify(body)}`)
  return body.id
}

/** A database and a folder that nothing has been made in. */
async function blankPlace() {
  const { address: blank, drop } = await blankDatabase(inject('database'))
  onTestFinished(drop)
  const dataDir = newFolder()
  const filesFolder = join(dataDir, 'files')
  return {
    dataDir,
    address: blank,
    files: await openDiskStore(filesFolder),
    staging: await prepareStaging(filesFolder),
    secret: join(dataDir, 'token-secret'),
  }
}

async function runOn(place: DatabaseAddress, statement: string): Promise<void> {
  const client = new Client({ ...place })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function countRows(place: DatabaseAddress): Promise<Record<string, number>> {
  const client = new Client({ ...place })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace
     and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${name}`)
    counts[name] = rows[0]?.count ?? 0
  }
  await client.end()
  return counts
}

/** What the store of a hub holds, by name. */
async function contents(dataDir: string): Promise<Record<string, string>> {
  const entries = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.endsWith('tmp'))
  const read = files.map(async ({ name, parentPath }) => {
    return [name, (await readFile(join(parentPath, name))).toString('base64')] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

const problemsOf = (place: { db: Db; files: Awaited<ReturnType<typeof openDiskStore>> }, hash = true) =>
  Array.fromAsync(checkFiles({ ...place, clock: systemClock }, { hash }))

test('a backup made while people write is one moment, and the hub made of it goes on from there', async () => {
  const form = new FormData()
  form.set('avatar', new Blob([new Uint8Array(await picture())], { type: 'image/png' }), 'me.png')
  expect((await hub.as(reader, 'PUT', '/api/auth/profile', form)).status).toBe(200)
  const kept = await submit('Kept')
  await submit('Also kept')
  await hub.as(reader, 'POST', `/api/scripts/${kept}/like`)

  const done = new AbortController()
  const writing = (async () => {
    for (let round = 0; !done.signal.aborted; round++) {
      const id = await submit(`Written meanwhile ${round}`)
      if (round % 2 === 0) await hub.as(author, 'DELETE', `/api/scripts/${id}`)
    }
  })()
  const folder = newFolder()
  const made = await writeBackup(source(), folder)
  done.abort()
  await writing
  expect(made.problems).toEqual([])

  const place = await blankPlace()
  const restored = await restoreBackup(place, folder)
  expect(restored).toMatchObject({ rows: made.rows, files: made.files })

  const environment = { PORT: '0', DATA_DIR: place.dataDir, RATE_LIMITS: 'off' }
  const log = openLog('silent', () => undefined)
  const running = await startHub(readConfig(environment), { address: place.address, log, runsJobs: false })
  try {
    const counts = await countRows(place.address)
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(made.rows)
    expect(await problemsOf(running.hub)).toEqual([])
    const call = (path: string, init: RequestInit = {}) => fetch(new URL(path, running.address), init)
    const login = await call('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: reader.email, password: reader.password }),
    })
    expect(login.status).toBe(200)
    // The secret came along, so a session goes on.
    const authorization = `Bearer ${author.token}`
    const submitted = await call('/api/scripts', {
      method: 'POST',
      headers: { authorization },
      body: await scriptForm({ name: 'After the restore' }),
    })
    expect(submitted.status).toBe(201)
    expect((await call(`/api/scripts/${kept}`)).status).toBe(200)
  } finally {
    await running.close()
  }
})

test('rows and files of a quiet hub come back the same, byte for byte', async () => {
  await submit('Quiet')
  const folder = newFolder()
  await writeBackup(source(), folder)
  const place = await blankPlace()
  await restoreBackup(place, folder)

  const { uploads, ...rows } = await countRows(address)
  expect(await countRows(place.address)).toEqual({ ...rows, uploads: 0 })
  expect(uploads).toBeDefined()
  expect(await contents(place.dataDir)).toEqual(await contents(hub.dataDir))
})

test('a script that is deleted while its files are taken is in the backup whole or not at all', async () => {
  await submit('Taken first')
  const doomed = await submit('Deleted meanwhile')
  const { files } = hub.hub
  const named = await hub.db.execute<{ key: string }>(
    `select key from script_files where script_id = ${doomed}`,
  )
  const archive = named.rows[0]?.key ?? ''
  let asked = 0
  const deleteIt = async () => {
    await hub.as(author, 'DELETE', `/api/scripts/${doomed}`)
    while (await files.stat(archive)) await pause(5)
  }
  let deleted: Promise<void> | undefined
  const deleting = {
    ...files,
    copyOut: async (key: string, path: string) => {
      asked += 1
      await (deleted ??= deleteIt())
      return files.copyOut(key, path)
    },
  }
  const folder = newFolder()

  expect((await writeBackup({ ...source(), files: deleting }, folder)).problems).toEqual([])

  const place = await blankPlace()
  await restoreBackup(place, folder)
  const client = new Client({ ...place.address })
  await client.connect()
  const { rows } = await client.query('select 1 from scripts where id = $1', [doomed])
  await client.end()
  expect(rows).toEqual([])
  expect(asked).toBeGreaterThan(1)
})

test('a backup goes only where nothing is, and a damaged one nowhere', async () => {
  const folder = newFolder()
  await writeBackup(source(), folder)
  await expect(writeBackup(source(), folder)).rejects.toThrow('exists already')

  const taken = await blankPlace()
  await expect(restoreBackup({ ...taken, address }, folder)).rejects.toThrow('The database is not empty')
  await expect(restoreBackup({ ...taken, files: hub.hub.files }, folder)).rejects.toThrow(
    'There are files already',
  )

  const manifest = join(folder, 'manifest.json')
  const text = await readFile(manifest, 'utf8')
  await writeFile(manifest, text.replace(/"at": \d+/, '"at": 9999999999999'))
  await expect(restoreBackup(taken, folder)).rejects.toThrow('whose database this version does not know')
  await writeFile(manifest, text)

  await appendFile(join(folder, 'rows', 'users.copy.gz'), 'x')
  await expect(restoreBackup(taken, folder)).rejects.toThrow('damaged: rows/users.copy.gz')
  expect(await countRows(taken.address)).toEqual({})
})

test('a restore that fails half way leaves nothing, and the next try succeeds', async () => {
  await submit('Brought half way')
  const folder = newFolder()
  await writeBackup(source(), folder)
  const sums = (await readFile(join(folder, 'SHA256SUMS'), 'utf8')).trim().split('\n')
  const [, last = ''] = sums.findLast((line) => line.includes('  files/'))?.split('  ') ?? []
  const whole = await readFile(join(folder, last))
  // A file of its own, because the one in the backup is a second name of the one in the store.
  await rm(join(folder, last))
  await writeFile(join(folder, last), 'not what was saved')
  const place = await blankPlace()

  await expect(restoreBackup(place, folder)).rejects.toThrow(`damaged: ${last}`)

  expect(await contents(place.dataDir)).toEqual({})
  expect(await countRows(place.address)).toEqual({})
  await writeFile(join(folder, last), whole)
  expect((await restoreBackup(place, folder)).files).toBeGreaterThan(0)
})

test('check-files names what is gone, changed, damaged or nobody’s, and nothing that is young', async () => {
  const other = await startTestHub()
  const uploader = await other.person('scripts.upload')
  for (const name of ['Gone', 'Cut', 'Damaged'])
    await other.as(uploader, 'POST', '/api/scripts', await scriptForm({ name }))
  const { db, files } = other.hub
  expect(await problemsOf({ db, files })).toEqual([])

  const { rows } = await db.execute<{ key: string; size: string }>(
    'select key, size from script_files order by script_id',
  )
  const [gone, cut, broken] = rows
  const pathOf = (key = '') => join(other.dataDir, 'files', key.replace(/\/(..)/, '/$1/$1'))
  await rm(pathOf(gone?.key))
  await appendFile(pathOf(cut?.key), 'x')
  await writeFile(pathOf(broken?.key), 'x'.repeat(Number(broken?.size)))
  const orphans = [files.newKey('archives', 'zip'), files.newKey('avatars', 'webp')]
  for (const key of orphans) await files.write(key, Buffer.from('left behind'))
  const [old] = orphans
  const longAgo = new Date(Date.now() - 2 * 24 * 3600_000)
  await utimes(pathOf(old), longAgo, longAgo)

  expect(await problemsOf({ db, files }, false)).toEqual([
    `${gone?.key} of script 1 is missing`,
    `${cut?.key} of script 2 has ${Number(cut?.size) + 1} bytes instead of ${cut?.size}`,
    `${old} is named by no row`,
  ])
  expect(await problemsOf({ db, files })).toContain(
    `${broken?.key} of script 3 is damaged: its content is not what was uploaded`,
  )
})

test('by the commands a site moves into a built-in database, and what is wrong is an exit code', async () => {
  const folder = newFolder()
  const dataDir = await mkdtemp(join(tmpdir(), 'scripthaven-restored-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const here = { DATABASE_URL: databaseUrl(databaseName), DATA_DIR: hub.dataDir }

  expect(await hubCommand(['backup', folder], here)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Saved'),
  })
  expect(await hubCommand(['restore', folder], { DATA_DIR: dataDir })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Restored'),
    stderr: '',
  })
  const name = `test_${randomBytes(6).toString('hex')}`
  await runOn(inject('database'), `create database ${name}`)
  onTestFinished(() => runOn(inject('database'), `drop database ${name} with (force)`))
  const [wrong, moved, forgetful] = [
    await hubCommand(['move-to-postgres', 'mysql://here'], { DATA_DIR: dataDir }),
    await hubCommand(['move-to-postgres', databaseUrl(name)], { DATA_DIR: dataDir }),
    await hubCommand(['check-files'], { DATA_DIR: dataDir }),
  ]
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('Name the address') })
  expect(moved).toMatchObject({ code: 0, stdout: expect.stringContaining('row for row'), stderr: '' })
  expect(forgetful).toMatchObject({ code: 1, stderr: expect.stringContaining('Set DATABASE_URL') })
  const there = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl(name) }
  expect(await hubCommand(['check-files'], there)).toMatchObject({ code: 0 })
  await rm(join(dataDir, 'files', 'archives'), { recursive: true })
  expect(await hubCommand(['check-files'], there)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('is missing'),
  })
})
