import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

import { sql } from 'drizzle-orm'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'

import { systemClock } from '#platform/clock.ts'
import { openDatabase, type Db } from '#platform/database/database.ts'
import { openDiskStorage } from '#platform/storage/open-storage.ts'
import { openS3Storage } from '#platform/storage/s3/open-s3-storage.ts'
import { prepareStaging } from '#platform/storage/staging.ts'
import type { FileStore } from '#platform/storage/store.ts'
import { startObjectStore } from '#test-support/s3-server.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { createPng, scriptForm } from '#test-support/script-forms.ts'
import { runCli } from '#test-support/cli.ts'
import { createEmptyDatabase } from '#test-support/database.ts'
import { startTestApp } from '#test-support/test-app.ts'

import { checkFiles, moveFiles } from './stored-files.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

// An app with files on the disk, and an empty bucket.
const app = await startTestApp()
const store = await startObjectStore()
const author = await app.createUser('scripts.upload')
const work = await mkdtemp(join(tmpdir(), 'scripthaven-bucket-'))
afterAll(async () => {
  await store.close()
  await rm(work, { recursive: true, force: true })
})

const content = zipOf([{ name: 'map.ymap', content: randomBytes(6_000_000) }])

async function submit(name: string): Promise<number> {
  const archive = { fileName: 'map.zip', content }
  const { body } = await app.request(author, 'POST', '/api/scripts', await scriptForm({ name }, { archive }))
  return body.id
}

async function openBucketStorage({ s3 }: Pick<typeof store, 's3'>) {
  const storage = await openS3Storage(s3, await prepareStaging(join(work, 'staging')), app.app.log)
  onTestFinished(() => storage.close())
  return storage
}

const findProblems = (db: Db, files: FileStore) =>
  Array.fromAsync(checkFiles({ db, files, clock: systemClock }, { hash: true }))

test('files are copied into a bucket and back, and a second run copies only new files', async () => {
  const form = new FormData()
  form.set('avatar', new Blob([new Uint8Array(await createPng())], { type: 'image/png' }), 'me.png')
  expect((await app.request(author, 'PUT', '/api/users/me', form)).status).toBe(200)
  const early = await submit('Moved first')
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = store.s3

  const moved = await runCli(['move-files', 'bucket'], {
    DATABASE_URL: app.database.url,
    DATA_DIR: app.dataDir,
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  })
  expect(moved).toMatchObject({ code: 0, stdout: expect.stringContaining('; 0 already existed') })
  const { length } = await store.objects()
  await submit('Added later')
  const inBucket = await openBucketStorage(store)
  const again = await moveFiles(app.db, app.app.files, inBucket)
  expect(again).toMatchObject({ present: length, problems: [] })
  expect(again.moved).toBeGreaterThan(0)
  expect(await findProblems(app.db, inBucket.files)).toEqual([])

  const { rows } = await app.db.execute<{ key: string }>(
    sql`select key from script_files where script_id = ${early}`,
  )
  const { stream } = await inBucket.files.open(rows[0]?.key ?? '')
  expect((await buffer(stream)).equals(content)).toBe(true)

  const back = await openDiskStorage(join(work, 'back'))
  expect(await moveFiles(app.db, inBucket.files, back)).toMatchObject({ present: 0, problems: [] })
  expect(await findProblems(app.db, back.files)).toEqual([])
})

test('a missing or damaged file is reported and not copied', async () => {
  const { rows } = await app.db.execute<{ key: string }>(sql`select key from script_files order by script_id`)
  const [missing = '', damaged = ''] = rows.map(({ key }) => key)
  const inBucket = await openBucketStorage(store)
  await inBucket.files.remove([missing])
  await inBucket.files.write(damaged, Buffer.from('something else'))
  const back = await openDiskStorage(join(work, 'partly'))

  const { problems } = await moveFiles(app.db, inBucket.files, back)

  expect(problems).toHaveLength(2)
  expect(problems.join('\n')).toMatch(new RegExp(`${missing} of script \\d+ is missing`))
  expect(problems.join('\n')).toMatch(new RegExp(`${damaged} of script \\d+ is damaged`))
  expect(await findProblems(app.db, inBucket.files)).toHaveLength(2)
  expect(await back.files.stat(damaged)).toBeUndefined()
  await inBucket.files.remove([damaged])
  expect((await moveFiles(app.db, app.app.files, inBucket)).moved).toBe(2)
})

test('a backup of a bucket is restored into another bucket', async () => {
  const { config: database, drop } = await createEmptyDatabase(inject('database'))
  onTestFinished(drop)
  const other = await startObjectStore()
  onTestFinished(() => other.close())
  const { files } = await openBucketStorage(store)
  const target = await openBucketStorage(other)
  const folder = join(work, 'backup')
  const source = app.database.config

  const backup = await writeBackup({ database: source, files, secretPath: undefined }, folder)
  expect(backup.problems).toEqual([])
  const restored = await restoreBackup({ ...target, database, secretPath: undefined }, folder)

  expect(restored).toMatchObject({ rows: backup.rows, files: backup.files })
  expect(await other.objects()).toEqual(await store.objects())
  const opened = openDatabase(database)
  expect(await findProblems(opened.db, target.files)).toEqual([])
  await opened.close()
})
