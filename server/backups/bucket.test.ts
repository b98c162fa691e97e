import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

import { sql } from 'drizzle-orm'
import { afterAll, expect, inject, onTestFinished, test, vi } from 'vitest'

import { systemClock } from '#platform/clock.ts'
import { openDatabase, type Db } from '#platform/database.ts'
import { openOnDisk } from '#platform/files/open-files.ts'
import { openBucketFiles } from '#platform/files/s3/open-bucket-files.ts'
import { prepareStaging } from '#platform/files/staging.ts'
import type { FileStore } from '#platform/files/store.ts'
import { startObjectStore } from '#platform/files/testing-s3.ts'
import { zipOf } from '#platform/testing-archives/zip.ts'
import { picture, scriptForm } from '#server/scripts/testing-forms.ts'
import { databaseUrl, hubCommand } from '#server/testing-command.ts'
import { blankDatabase, onDatabase } from '#server/testing-database.ts'
import { startTestHub } from '#server/testing.ts'

import { checkFiles, moveFiles, restoreBackup, writeBackup } from './backups.public.ts'

vi.setConfig({ testTimeout: 120_000 })

// A hub that keeps its files on the disk, and an empty bucket.
const hub = await startTestHub()
const store = await startObjectStore()
const author = await hub.person('scripts.upload')
const work = await mkdtemp(join(tmpdir(), 'scripthaven-bucket-'))
afterAll(async () => {
  await store.close()
  await rm(work, { recursive: true, force: true })
})

const content = zipOf([{ name: 'map.ymap', content: randomBytes(6_000_000) }])

async function submit(name: string): Promise<number> {
  const archive = { fileName: 'map.zip', content }
  const { body } = await hub.as(author, 'POST', '/api/scripts', await scriptForm({ name }, { archive }))
  return body.id
}

async function openBucketOf(place: Pick<typeof store, 's3'>) {
  const opened = await openBucketFiles(place.s3, await prepareStaging(join(work, 'staging')), hub.hub.log)
  onTestFinished(() => opened.close())
  return opened
}

async function databaseName(): Promise<string> {
  const { rows } = await hub.db.execute<{ name: string }>(sql`select current_database() as name`)
  return rows[0]?.name ?? ''
}

const problemsOf = (db: Db, files: FileStore) =>
  Array.fromAsync(checkFiles({ db, files, clock: systemClock }, { hash: true }))

test('files move into a bucket and back, and a second run brings what has come since', async () => {
  const form = new FormData()
  form.set('avatar', new Blob([new Uint8Array(await picture())], { type: 'image/png' }), 'me.png')
  await hub.as(author, 'PUT', '/api/auth/profile', form)
  const early = await submit('Moved first')
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = store.s3

  const moved = await hubCommand(['move-files', 'bucket'], {
    DATABASE_URL: databaseUrl(await databaseName()),
    DATA_DIR: hub.dataDir,
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  })
  expect(moved).toMatchObject({ code: 0, stdout: expect.stringContaining('; 0 were there already') })
  const { length } = await store.objects()
  await submit('Came since')
  const inBucket = await openBucketOf(store)
  const again = await moveFiles(hub.db, hub.hub.files, inBucket)
  expect(again).toMatchObject({ present: length, problems: [] })
  expect(again.moved).toBeGreaterThan(0)
  expect(await problemsOf(hub.db, inBucket.files)).toEqual([])

  const { rows } = await hub.db.execute<{ key: string }>(
    sql`select key from script_files where script_id = ${early}`,
  )
  const { stream } = await inBucket.files.open(rows[0]?.key ?? '')
  expect((await buffer(stream)).equals(content)).toBe(true)

  const back = await openOnDisk(join(work, 'back'))
  expect(await moveFiles(hub.db, inBucket.files, back)).toMatchObject({ present: 0, problems: [] })
  expect(await problemsOf(hub.db, back.files)).toEqual([])
})

test('a file that is missing or not what was uploaded is named and stays behind', async () => {
  const { rows } = await hub.db.execute<{ key: string }>(sql`select key from script_files order by script_id`)
  const [gone = '', broken = ''] = rows.map(({ key }) => key)
  const inBucket = await openBucketOf(store)
  await inBucket.files.remove([gone])
  await inBucket.files.write(broken, Buffer.from('something else'))
  const back = await openOnDisk(join(work, 'partly'))

  const { problems } = await moveFiles(hub.db, inBucket.files, back)

  expect(problems).toHaveLength(2)
  expect(problems.join('\n')).toMatch(new RegExp(`${gone} of script \\d+ is missing`))
  expect(problems.join('\n')).toMatch(new RegExp(`${broken} of script \\d+ is damaged`))
  expect(await problemsOf(hub.db, inBucket.files)).toHaveLength(2)
  expect(await back.files.stat(broken)).toBeUndefined()
  await inBucket.files.remove([broken])
  expect((await moveFiles(hub.db, hub.hub.files, inBucket)).moved).toBe(2)
})

test('a backup of a bucket becomes the same site in another bucket', async () => {
  const { address, drop } = await blankDatabase(inject('database'))
  onTestFinished(drop)
  const other = await startObjectStore()
  onTestFinished(() => other.close())
  const { files } = await openBucketOf(store)
  const there = await openBucketOf(other)
  const folder = join(work, 'backup')
  const source = onDatabase(inject('database'), await databaseName())

  const made = await writeBackup({ address: source, files, secret: undefined }, folder)
  expect(made.problems).toEqual([])
  const restored = await restoreBackup({ ...there, address, secret: undefined }, folder)

  expect(restored).toMatchObject({ rows: made.rows, files: made.files })
  expect(await other.objects()).toEqual(await store.objects())
  const database = openDatabase(address)
  expect(await problemsOf(database.db, there.files)).toEqual([])
  await database.close()
})
