import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { objectStoreCredentials } from '#test-support/s3-server.ts'
import { scriptForm } from '#test-support/script-forms.ts'

import type { Result } from '../result.ts'
import { memoryMb } from '../load/process-cost.ts'
import { upload } from '../load/transfer.ts'
import { writeAssetArchive } from '../programs/large-archives.ts'
import { startApp } from '#test-support/app-process.ts'
import { findUploaders, signUsersIn } from '../sites/sign-users-in.ts'
import type { Harness } from '../harness.ts'

/** A little less than the contract allows, because the headers of the ZIP are added. */
const fullSize = 999 * 1024 * 1024

/** Uploads the largest archive to a bucket and downloads it: the app's memory, and equal checksums. */
export async function measureBucket(harness: Harness): Promise<Result> {
  // Apps on one database share one store, and the apps of other scenarios store files on disk.
  await harness.dispose()
  const store = await startApp({}, { program: 'bench/programs/object-store.ts' })
  const folder = await mkdtemp(join(tmpdir(), 'scripthaven-bench-bucket-'))
  try {
    const { region, bucket, accessKeyId, secretAccessKey } = objectStoreCredentials
    const app = await harness.app(harness.run.small, {
      S3_ENDPOINT: store.url,
      S3_REGION: region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    })
    const [token = ''] = await signUsersIn(app.site, await findUploaders(app.site, 1))
    const call = createApiClient(app.url, token)
    const size = Math.round(fullSize * Math.min(1, harness.run.share))
    const file = await writeAssetArchive(join(folder, 'archive.zip'), size, 'map/large.ymap')
    const idle = memoryMb(app.pid)
    let peak = idle
    const sampling = setInterval(() => (peak = Math.max(peak, memoryMb(app.pid))), 100)

    const fields = { fileName: 'archive.zip', fileSize: file.size }
    const { uploadUrl, fileKey } = await call('POST', '/api/scripts/upload-url', JSON.stringify(fields))
    const uploaded = await upload(`${app.url}${String(uploadUrl)}`, file.path, file.size)
    if (!uploaded.text.includes(file.sha256))
      throw new Error(`An upload failed: ${uploaded.status} ${uploaded.text}`)
    const submittedAt = performance.now()
    const script = { fileKey: String(fileKey), fileSize: String(file.size) }
    const { id } = await call('POST', '/api/scripts', await scriptForm(script, { archive: null }))
    const submitted = (performance.now() - submittedAt) / 1000
    const { downloadUrl } = await call('GET', `/api/scripts/${String(id)}/download`)
    const downloaded = await downloadAndHash(`${app.url}${String(downloadUrl)}`)
    clearInterval(sampling)
    if (downloaded.sha256 !== file.sha256) throw new Error('The download differs from the upload')

    const speed = (seconds: number) => `${Math.round(size / 1024 / 1024 / seconds)} MB/s`
    return {
      name: 'bucket',
      title: 'Archives in a bucket',
      how: `${Math.round(size / 1024 / 1024)} MB through the app into the S3 test server, a separate process on the same disk: upload ${speed(uploaded.seconds)}, submission of the script ${submitted.toFixed(1)} s (the app reads, validates and assembles the archive), download from the store ${speed(downloaded.seconds)} with the same SHA-256.`,
      measuredAt: new Date().toISOString(),
      rows: [],
      thresholds: [
        { metric: 'memory used', value: peak - idle, unit: ' MB', limit: { atMost: 150 } },
        { metric: 'time to submit', value: submitted, unit: ' s', limit: { atMost: 30 } },
      ],
    }
  } finally {
    await harness.dispose()
    await store.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function createApiClient(url: string, token: string) {
  return async (method: string, path: string, body?: string | FormData): Promise<Record<string, unknown>> => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    }
    const response = await fetch(url + path, { method, headers, body: body ?? null })
    const result: Record<string, unknown> = Object(await response.json())
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(result)}`)
    return result
  }
}

async function downloadAndHash(url: string): Promise<{ seconds: number; sha256: string }> {
  const startedAt = performance.now()
  const hash = createHash('sha256')
  const { body } = await fetch(url)
  for await (const part of body ?? []) hash.update(part)
  return { seconds: (performance.now() - startedAt) / 1000, sha256: hash.digest('hex') }
}
