import { execFile } from 'node:child_process'
import { createHash, randomFillSync } from 'node:crypto'
import { copyFile, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { createDiskStore } from '#platform/storage/disk-store.ts'

import type { Threshold, Result } from '../result.ts'
import { buildRequest } from '../load/connection.ts'
import { runOpenLoop, untilOver } from '../load/loops.ts'
import { median, percentile } from '#test-support/percentiles.ts'
import { memoryMb } from '../load/process-cost.ts'
import { rowOf } from '../load/result-row.ts'
import { download, upload } from '../load/transfer.ts'
import { startNginx } from '../programs/start-nginx.ts'
import { findUploaders, signUsersIn } from '../sites/sign-users-in.ts'
import type { BenchApp, Harness } from '../harness.ts'

const run = promisify(execFile)
const transferProgram = join(import.meta.dirname, '../programs/transfer.ts')

/** 1000 MB as the contract counts them (MiB). */
const fullSize = 1000 * 1024 * 1024
const pingsPerSecond = 200
const script = 1

/** Uploads and downloads of the largest allowed archive, one and four at a time. */
export async function measureFiles(harness: Harness): Promise<Result> {
  const { large, share, pace } = harness.run
  const app = await harness.app(large)
  const folder = await mkdtemp(join(tmpdir(), 'scripthaven-bench-files-'))
  const size = Math.round(fullSize * Math.min(1, share))
  const file = await makeFile(join(folder, 'archive.zip'), size)
  await addToStore(app, file)
  const behindNginx = await harness.app(large, { ACCEL_REDIRECT: '/stored-files/', TRUST_PROXY: '127.0.0.1' })
  const nginx = await startNginx(
    folder,
    `root ${folder}; default_type application/octet-stream;
    location /files/ { proxy_pass ${behindNginx.url}; }
    location /stored-files/archives/ { internal; alias ${app.dataDir}/files/archives/; }`,
  )
  try {
    const uploaders = await findUploaders(app.site, pace.rounds + 2)
    const tokens = await signUsersIn(app.site, uploaders)
    const idle = memoryMb(app.pid)
    let peak = idle
    const sampling = setInterval(() => (peak = Math.max(peak, memoryMb(app.pid))), 100)
    const copies: number[] = []
    const uploads: number[] = []
    const downloads: number[] = []
    const nginxDownloads: number[] = []
    const accelDownloads: number[] = []
    for (const token of tokens.slice(0, pace.rounds)) {
      copies.push(await copyOnce(file.path, join(app.dataDir, 'files', 'copy')))
      uploads.push(await uploadOnce(app, token, file))
      downloads.push(await downloadOnce(await createDownloadUrl(app, token), size))
      if (!nginx) continue
      nginxDownloads.push(await downloadOnce(`${nginx.url}/archive.zip`, size))
      const signed = new URL(await createDownloadUrl(behindNginx, token)).pathname
      accelDownloads.push(await downloadOnce(nginx.url + signed, size))
    }
    const alone = await ping(app, untilOver(5 * share))
    const duringTransfers = await pingDuringTransfers(app, tokens.slice(-2), file)
    const duringNicedTransfers = await pingDuringTransfers(app, tokens.slice(-2), file, ['nice', '-n', '10'])
    clearInterval(sampling)

    const speed = (seconds: readonly number[]) => size / 1024 / 1024 / median(seconds)
    const thresholds: Threshold[] = [
      {
        metric: 'upload with SHA-256: speed vs. cp',
        value: speed(uploads) / speed(copies),
        unit: '',
        limit: { atLeast: 0.25 },
      },
      ...(nginx
        ? [
            {
              metric: 'download: speed vs. nginx with sendfile',
              value: speed(downloads) / speed(nginxDownloads),
              unit: '',
              limit: { atLeast: 0.6 },
            },
          ]
        : []),
      {
        metric: 'cached responses during four transfers: p99',
        value: percentile(duringTransfers.latencies, 0.99),
        unit: ' ms',
        limit: { atMost: 20 },
      },
      { metric: 'memory used by transfers', value: peak - idle, unit: ' MB', limit: { atMost: 100 } },
    ]
    return {
      name: 'files',
      title: 'Archives',
      how: `${Math.round(size / 1024 / 1024)} MB of random data in the page cache. cp: ${mbs(speed(copies))}. Upload: ${mbs(speed(uploads))} (hashed, and on disk before the response). Download: ${mbs(speed(downloads))}${nginx ? ` from the app, ${mbs(speed(nginxDownloads))} from nginx, ${mbs(speed(accelDownloads))} from nginx after a check by the app (ACCEL_REDIRECT)` : ''}. Then two uploads and two downloads at full speed, repeated, during ${pingsPerSecond} cached lists a second; then the same with transfer clients at low CPU priority (nice 10), which is closer to clients on other machines.`,
      measuredAt: new Date().toISOString(),
      rows: [
        rowOf('lists alone', alone),
        rowOf('lists during four transfers', duringTransfers),
        rowOf('lists during four transfers at nice 10', duringNicedTransfers),
      ],
      thresholds,
    }
  } finally {
    await nginx?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

type Archive = { path: string; size: number; sha256: string }

async function makeFile(path: string, size: number): Promise<Archive> {
  const hash = createHash('sha256')
  const file = await open(path, 'w')
  const chunk = randomFillSync(Buffer.alloc(1 << 20))
  for (let written = 0; written < size; written += chunk.length) {
    const part = chunk.subarray(0, Math.min(chunk.length, size - written))
    hash.update(part)
    await file.write(part)
  }
  await file.sync()
  await file.close()
  return { path, size, sha256: hash.digest('hex') }
}

/** Stores the file and updates the row that refers to it, as a submission does. */
async function addToStore({ dataDir, site }: BenchApp, { path, size, sha256 }: Archive): Promise<void> {
  const store = await createDiskStore(join(dataDir, 'files'))
  const key = store.createKey('archives', 'zip')
  const staged = `${path}.staged`
  await copyFile(path, staged)
  await store.importFile(staged, key)
  await site.client.query('update script_files set key = $1, size = $2, sha256 = $3 where script_id = $4', [
    key,
    size,
    sha256,
    script,
  ])
}

async function copyOnce(from: string, to: string): Promise<number> {
  const startedAt = performance.now()
  await copyFile(from, to)
  const seconds = (performance.now() - startedAt) / 1000
  await rm(to)
  return seconds
}

async function uploadOnce(app: BenchApp, token: string, file: Archive): Promise<number> {
  const url = await createUploadUrl(app, token, file)
  const { seconds, status, text } = await upload(url, file.path, file.size)
  if (status !== 200 || !text.includes(file.sha256)) throw new Error(`An upload failed: ${status} ${text}`)
  return seconds
}

async function createUploadUrl({ url }: BenchApp, token: string, { size }: Archive): Promise<string> {
  const fields = { fileName: 'archive.zip', fileSize: size }
  const { uploadUrl } = await call(url, token, 'POST', '/api/scripts/upload-url', fields)
  return `${url}${String(uploadUrl)}`
}

async function createDownloadUrl({ url }: BenchApp, token: string): Promise<string> {
  const { downloadUrl } = await call(url, token, 'GET', `/api/scripts/${script}/download`)
  return `${url}${String(downloadUrl)}`
}

async function downloadOnce(url: string, size: number): Promise<number> {
  const { seconds, bytes } = await download(url)
  if (bytes < size) throw new Error(`A download ended after ${bytes} of ${size} bytes`)
  return seconds
}

async function pingDuringTransfers(
  app: BenchApp,
  tokens: readonly string[],
  file: Archive,
  wrapper: readonly string[] = [],
) {
  let unfinished = 0
  const transfers = tokens.flatMap((token) => [
    async () => ['up', await createUploadUrl(app, token, file), file.path, String(file.size)],
    async () => ['down', await createDownloadUrl(app, token)],
  ])
  const running = transfers.map(async (transfer) => {
    unfinished++
    for (let round = 0; round < 3; round++) {
      const [program = '', ...rest] = [...wrapper, process.execPath, transferProgram, ...(await transfer())]
      await run(program, rest)
    }
    unfinished--
  })
  const samples = await ping(app, () => unfinished < transfers.length)
  await Promise.all(running)
  return samples
}

function ping({ url }: BenchApp, until: () => boolean) {
  const request = buildRequest('/api/scripts')
  return runOpenLoop(url, { perSecond: pingsPerSecond, connections: 20, until, next: () => ({ request }) })
}

async function call(url: string, token: string, method: string, path: string, body?: object) {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const result: Record<string, unknown> = Object(await response.json())
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}: ${JSON.stringify(result)}`)
  return result
}

function mbs(speed: number): string {
  return `${Math.round(speed).toLocaleString('en')} MB/s`
}
