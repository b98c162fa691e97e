import { randomBytes } from 'node:crypto'
import { appendFile, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'

import { systemClock } from '#platform/clock.ts'
import { readConfig } from '#platform/config.ts'
import type { DatabaseConfig, Db } from '#platform/database/database.ts'
import { migrateJobs } from '#platform/jobs/jobs.ts'
import { createDiskStore } from '#platform/storage/disk-store.ts'
import type { FileStore } from '#platform/storage/store.ts'
import { prepareStaging } from '#platform/storage/staging.ts'
import { createLog } from '#platform/log.ts'
import { createPng, scriptForm } from '#test-support/script-forms.ts'
import { startApp } from '#server/start-app.ts'
import { runCli } from '#test-support/cli.ts'
import { createEmptyDatabase } from '#test-support/database.ts'
import { startTestApp } from '#test-support/test-app.ts'

import { checkFiles } from './stored-files.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const app = await startTestApp()
const author = await app.createUser('scripts.upload', 'scripts.rate')
const reader = await app.registerUser('reader')
const database = app.database.config
const work = await mkdtemp(join(tmpdir(), 'scripthaven-backups-'))
afterAll(() => rm(work, { recursive: true, force: true }))

const source = () => ({
  database,
  files: app.app.files,
  secretPath: join(app.dataDir, 'token-secret'),
})

function newFolder(): string {
  return join(work, randomBytes(4).toString('hex'))
}

async function submit(name: string): Promise<number> {
  const { status, body } = await app.request(author, 'POST', '/api/scripts', await scriptForm({ name }))
  if (status !== 201) throw new Error(`Not submitted: ${JSON.stringify(body)}`)
  return body.id
}

/** An empty database and an empty DATA_DIR. */
async function createEmptySite() {
  const { config, drop } = await createEmptyDatabase(inject('database'))
  onTestFinished(drop)
  const dataDir = newFolder()
  const filesFolder = join(dataDir, 'files')
  return {
    dataDir,
    database: config,
    files: await createDiskStore(filesFolder),
    staging: await prepareStaging(filesFolder),
    secretPath: join(dataDir, 'token-secret'),
  }
}

async function countRows(config: DatabaseConfig): Promise<Record<string, number>> {
  const client = new Client({ ...config })
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

/** The stored files by name, in base64. */
async function readFiles(dataDir: string): Promise<Record<string, string>> {
  const entries = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.endsWith('tmp'))
  const read = files.map(async ({ name, parentPath }) => {
    return [name, (await readFile(join(parentPath, name))).toString('base64')] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

const findProblems = (site: { db: Db; files: FileStore }, hash = true) =>
  Array.fromAsync(checkFiles({ ...site, clock: systemClock }, { hash }))

test('a backup during writes is a consistent snapshot, and the restored app works', async () => {
  const form = new FormData()
  form.set('avatar', new Blob([new Uint8Array(await createPng())], { type: 'image/png' }), 'me.png')
  expect((await app.request(reader, 'PUT', '/api/users/me', form)).status).toBe(200)
  const saved = await submit('Saved')
  await submit('Also saved')
  await app.request(reader, 'POST', `/api/scripts/${saved}/like`)

  const done = new AbortController()
  const writing = (async () => {
    for (let round = 0; !done.signal.aborted; round++) {
      const id = await submit(`Written during the backup ${round}`)
      if (round % 2 === 0) await app.request(author, 'DELETE', `/api/scripts/${id}`)
    }
  })()
  const folder = newFolder()
  const backup = await writeBackup(source(), folder)
  done.abort()
  await writing
  expect(backup.problems).toEqual([])

  const site = await createEmptySite()
  const restored = await restoreBackup(site, folder)
  expect(restored).toMatchObject({ rows: backup.rows, files: backup.files })

  const environment = { PORT: '0', DATA_DIR: site.dataDir, RATE_LIMITS: 'off' }
  const log = createLog('silent', () => undefined)
  await migrateJobs(site.database)
  const running = await startApp(readConfig(environment), { database: site.database, log, runsJobs: false })
  try {
    const counts = await countRows(site.database)
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(backup.rows)
    expect(await findProblems(running.app)).toEqual([])
    const call = (path: string, init: RequestInit = {}) => fetch(new URL(path, running.url), init)
    const login = await call('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: reader.email, password: reader.password }),
    })
    expect(login.status).toBe(200)
    // The secret is restored, so the session is still valid.
    const authorization = `Bearer ${author.token}`
    const submitted = await call('/api/scripts', {
      method: 'POST',
      headers: { authorization },
      body: await scriptForm({ name: 'After the restore' }),
    })
    expect(submitted.status).toBe(201)
    expect((await call(`/api/scripts/${saved}`)).status).toBe(200)
  } finally {
    await running.close()
  }
})

test('rows and files without writes are restored unchanged', async () => {
  await submit('Unchanged')
  const folder = newFolder()
  await writeBackup(source(), folder)
  const site = await createEmptySite()
  await restoreBackup(site, folder)

  const { uploads, ...rows } = await countRows(database)
  expect(await countRows(site.database)).toEqual({ ...rows, uploads: 0 })
  expect(uploads).toBeDefined()
  expect(await readFiles(site.dataDir)).toEqual(await readFiles(app.dataDir))
})

test('a backup has no packs: the archives of a restored site are analysed again', async () => {
  const packKey = app.app.files.createKey('packs', 'pack')
  await app.app.files.write(packKey, Buffer.from('a pack'))
  await app.db.execute(sql`
    insert into archive_analyses (sha256, size, extension, priority, state, pack_key, pack_size)
    values ('analysed', 1, 'zip', 0, 'done', ${packKey}, 6)`)
  const folder = newFolder()
  await writeBackup(source(), folder)
  const site = await createEmptySite()
  await restoreBackup(site, folder)
  await app.db.execute(sql`delete from archive_analyses where sha256 = 'analysed'`)
  await app.app.files.remove([packKey])

  const client = new Client({ ...site.database })
  await client.connect()
  onTestFinished(() => client.end())
  const { rows } = await client.query(
    `select state, pack_key from archive_analyses where sha256 = 'analysed'`,
  )
  expect(rows).toEqual([{ state: 'waiting', pack_key: null }])
  expect(Object.keys(await readFiles(site.dataDir)).filter((name) => name.endsWith('.pack'))).toEqual([])
})

test('a script that is deleted during the backup is included completely or not at all', async () => {
  await submit('Copied first')
  const deletedId = await submit('Deleted during the backup')
  const { files } = app.app
  const referenced = await app.db.execute<{ key: string }>(
    `select key from script_files where script_id = ${deletedId}`,
  )
  const archive = referenced.rows[0]?.key ?? ''
  let exports = 0
  const deleteScript = async () => {
    await app.request(author, 'DELETE', `/api/scripts/${deletedId}`)
    while (await files.stat(archive)) await pause(5)
  }
  let deleted: Promise<void> | undefined
  const deletingStore = {
    ...files,
    exportFile: async (key: string, path: string) => {
      exports += 1
      await (deleted ??= deleteScript())
      return files.exportFile(key, path)
    },
  }
  const folder = newFolder()

  expect((await writeBackup({ ...source(), files: deletingStore }, folder)).problems).toEqual([])

  const site = await createEmptySite()
  await restoreBackup(site, folder)
  const client = new Client({ ...site.database })
  await client.connect()
  const { rows } = await client.query('select 1 from scripts where id = $1', [deletedId])
  await client.end()
  expect(rows).toEqual([])
  expect(exports).toBeGreaterThan(1)
})

test('a backup is restored only into an empty site, and never when it is damaged', async () => {
  const folder = newFolder()
  await writeBackup(source(), folder)
  await expect(writeBackup(source(), folder)).rejects.toThrow('already exists')

  const site = await createEmptySite()
  await expect(restoreBackup({ ...site, database }, folder)).rejects.toThrow('The database is not empty')
  await expect(restoreBackup({ ...site, files: app.app.files }, folder)).rejects.toThrow(
    'The file store is not empty',
  )

  const manifest = join(folder, 'manifest.json')
  const text = await readFile(manifest, 'utf8')
  await writeFile(manifest, text.replace(/"at": \d+/, '"at": 9999999999999'))
  await expect(restoreBackup(site, folder)).rejects.toThrow('does not know its database schema')
  await writeFile(manifest, text)

  await appendFile(join(folder, 'rows', 'users.copy.gz'), 'x')
  await expect(restoreBackup(site, folder)).rejects.toThrow('damaged: rows/users.copy.gz')
  expect(await countRows(site.database)).toEqual({})
})

test('a failed restore leaves an empty site, and the next attempt succeeds', async () => {
  await submit('Restored partially')
  const folder = newFolder()
  await writeBackup(source(), folder)
  const checksums = (await readFile(join(folder, 'SHA256SUMS'), 'utf8')).trim().split('\n')
  const [, last = ''] = checksums.findLast((line) => line.includes('  files/'))?.split('  ') ?? []
  const whole = await readFile(join(folder, last))
  // A new file, because the one in the backup is a hard link to the one in the store.
  await rm(join(folder, last))
  await writeFile(join(folder, last), 'damaged')
  const site = await createEmptySite()

  await expect(restoreBackup(site, folder)).rejects.toThrow(`damaged: ${last}`)

  expect(await readFiles(site.dataDir)).toEqual({})
  expect(await countRows(site.database)).toEqual({})
  await writeFile(join(folder, last), whole)
  expect((await restoreBackup(site, folder)).files).toBeGreaterThan(0)
})

test('check-files reports missing, changed and damaged files, and orphans older than a day', async () => {
  const other = await startTestApp()
  const uploader = await other.createUser('scripts.upload')
  for (const name of ['Gone', 'Cut', 'Damaged'])
    await other.request(uploader, 'POST', '/api/scripts', await scriptForm({ name }))
  const { db, files } = other.app
  expect(await findProblems({ db, files })).toEqual([])

  const { rows } = await db.execute<{ key: string; size: string }>(
    'select key, size from script_files order by script_id',
  )
  const [missing, resized, damaged] = rows
  const pathOf = (key = '') => join(other.dataDir, 'files', key.replace(/\/(..)/, '/$1/$1'))
  await rm(pathOf(missing?.key))
  await appendFile(pathOf(resized?.key), 'x')
  await writeFile(pathOf(damaged?.key), 'x'.repeat(Number(damaged?.size)))
  const orphans = [files.createKey('archives', 'zip'), files.createKey('avatars', 'webp')]
  for (const key of orphans) await files.write(key, Buffer.from('left behind'))
  const [old] = orphans
  const longAgo = new Date(Date.now() - 2 * 24 * 3600_000)
  await utimes(pathOf(old), longAgo, longAgo)

  expect(await findProblems({ db, files }, false)).toEqual([
    `${missing?.key} of script 1 is missing`,
    `${resized?.key} of script 2 has ${Number(resized?.size) + 1} bytes instead of ${resized?.size}`,
    `${old} is referenced by no row`,
  ])
  expect(await findProblems({ db, files })).toContain(
    `${damaged?.key} of script 3 is damaged: its content is not what was uploaded`,
  )
})

test('the commands move a site between databases, and errors set the exit code', async () => {
  const folder = newFolder()
  const dataDir = await mkdtemp(join(tmpdir(), 'scripthaven-restored-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const sourceEnvironment = { DATABASE_URL: app.database.url, DATA_DIR: app.dataDir }

  expect(await runCli(['backup', folder], sourceEnvironment)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Saved'),
  })
  expect(await runCli(['restore', folder], { DATA_DIR: dataDir })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Restored'),
    stderr: '',
  })
  const target = await createEmptyDatabase(inject('database'))
  onTestFinished(target.drop)
  const [invalidUrl, moved, withoutUrl] = [
    await runCli(['move-to-postgres', 'mysql://here'], { DATA_DIR: dataDir }),
    await runCli(['move-to-postgres', target.url], { DATA_DIR: dataDir }),
    await runCli(['check-files'], { DATA_DIR: dataDir }),
  ]
  expect(invalidUrl).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('must be a database URL'),
  })
  expect(moved).toMatchObject({ code: 0, stdout: expect.stringContaining('compared every row'), stderr: '' })
  expect(withoutUrl).toMatchObject({ code: 1, stderr: expect.stringContaining('Set DATABASE_URL') })
  const targetEnvironment = { DATA_DIR: dataDir, DATABASE_URL: target.url }
  expect(await runCli(['check-files'], targetEnvironment)).toMatchObject({ code: 0 })
  await rm(join(dataDir, 'files', 'archives'), { recursive: true })
  expect(await runCli(['check-files'], targetEnvironment)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('is missing'),
  })
})
