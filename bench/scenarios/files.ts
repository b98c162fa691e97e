import { execFile } from 'node:child_process'
import { createHash, randomFillSync } from 'node:crypto'
import { copyFile, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { createDiskStore } from '#platform/storage/disk-store.ts'

import type { Threshold, Result } from '../result.ts'
import { requestOf } from '../load/connection.ts'
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

/** 1000 MB as the contract counts them. */
const wholeSize = 1000 * 1024 * 1024
const pingsPerSecond = 200
const script = 1

/** The largest archive that there may be, up and down, alone and four at a time. */
export async function measureFiles(harness: Harness): Promise<Result> {
  const { large, share, pace } = harness.run
  const app = await harness.app(large)
  const folder = await mkdtemp(join(tmpdir(), 'scripthaven-bench-files-'))
  const size = Math.round(wholeSize * Math.min(1, share))
  const file = await makeFile(join(folder, 'archive.zip'), size)
  await keepInStore(app, file)
  const behind = await harness.app(large, { ACCEL_REDIRECT: '/stored-files/', TRUST_PROXY: '127.0.0.1' })
  const nginx = await startNginx(
    folder,
    `root ${folder}; default_type application/octet-stream;
    location /files/ { proxy_pass ${behind.url}; }
    location /stored-files/archives/ { internal; alias ${app.dataDir}/files/archives/; }`,
  )
  try {
    const uploaders = await findUploaders(app.site, pace.rounds + 2)
    const tokens = await signUsersIn(app.site, uploaders)
    const idle = memoryMb(app.pid)
    let peak = idle
    const watching = setInterval(() => (peak = Math.max(peak, memoryMb(app.pid))), 100)
    const copies: number[] = []
    const uploads: number[] = []
    const own: number[] = []
    const sent: number[] = []
    const handedOn: number[] = []
    for (const token of tokens.slice(0, pace.rounds)) {
      copies.push(await copyOnce(file.path, join(app.dataDir, 'files', 'copy')))
      uploads.push(await uploadOnce(app, token, file))
      own.push(await downloadOnce(await downloadAddressFor(app, token), size))
      if (!nginx) continue
      sent.push(await downloadOnce(`${nginx.url}/archive.zip`, size))
      const signed = new URL(await downloadAddressFor(behind, token)).pathname
      handedOn.push(await downloadOnce(nginx.url + signed, size))
    }
    const alone = await ping(app, untilOver(5 * share))
    const beside = await pingBesideTransfers(app, tokens.slice(-2), file)
    const besideNiced = await pingBesideTransfers(app, tokens.slice(-2), file, ['nice', '-n', '10'])
    clearInterval(watching)

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
              value: speed(own) / speed(sent),
              unit: '',
              limit: { atLeast: 0.6 },
            },
          ]
        : []),
      {
        metric: 'cached responses during four transfers: p99',
        value: percentile(beside.latencies, 0.99),
        unit: ' ms',
        limit: { atMost: 20 },
      },
      { metric: 'memory used by transfers', value: peak - idle, unit: ' MB', limit: { atMost: 100 } },
    ]
    return {
      name: 'files',
      title: 'Archives',
      how: `${Math.round(size / 1024 / 1024)} MB of random data in the page cache. cp: ${mbs(speed(copies))}. Upload: ${mbs(speed(uploads))} (hashed, and on disk before the response). Download: ${mbs(speed(own))}${nginx ? ` from the app, ${mbs(speed(sent))} from nginx, ${mbs(speed(handedOn))} from nginx after a check by the app (ACCEL_REDIRECT)` : ''}. Then two uploads and two downloads at full speed, repeated, during ${pingsPerSecond} cached lists a second; then the same with transfer clients at low CPU priority (nice 10), which is closer to clients on other machines.`,
      measuredAt: new Date().toISOString(),
      rows: [
        rowOf('lists alone', alone),
        rowOf('lists during four transfers', beside),
        rowOf('lists during four transfers at nice 10', besideNiced),
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

/** As if it had been submitted: the file in the store, and the row that names it. */
async function keepInStore({ dataDir, site }: BenchApp, { path, size, sha256 }: Archive): Promise<void> {
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
  const url = await uploadAddressFor(app, token, file)
  const { seconds, status, text } = await upload(url, file.path, file.size)
  if (status !== 200 || !text.includes(file.sha256)) throw new Error(`An upload failed: ${status} ${text}`)
  return seconds
}

async function uploadAddressFor({ url }: BenchApp, token: string, { size }: Archive): Promise<string> {
  const wanted = { fileName: 'archive.zip', fileSize: size }
  const { uploadUrl } = await call(url, token, 'POST', '/api/scripts/upload-url', wanted)
  return `${url}${String(uploadUrl)}`
}

async function downloadAddressFor({ url }: BenchApp, token: string): Promise<string> {
  const { downloadUrl } = await call(url, token, 'GET', `/api/scripts/${script}/download`)
  return `${url}${String(downloadUrl)}`
}

async function downloadOnce(url: string, size: number): Promise<number> {
  const { seconds, bytes } = await download(url)
  if (bytes < size) throw new Error(`A download ended after ${bytes} of ${size} bytes`)
  return seconds
}

async function pingBesideTransfers(
  app: BenchApp,
  tokens: readonly string[],
  file: Archive,
  wrapper: readonly string[] = [],
) {
  let under = 0
  const transfers = tokens.flatMap((token) => [
    async () => ['up', await uploadAddressFor(app, token, file), file.path, String(file.size)],
    async () => ['down', await downloadAddressFor(app, token)],
  ])
  const running = transfers.map(async (transfer) => {
    under++
    for (let round = 0; round < 3; round++) {
      const [program = '', ...rest] = [...wrapper, process.execPath, transferProgram, ...(await transfer())]
      await run(program, rest)
    }
    under--
  })
  const pinged = await ping(app, () => under < transfers.length)
  await Promise.all(running)
  return pinged
}

function ping({ url }: BenchApp, until: () => boolean) {
  const request = requestOf('/api/scripts')
  return runOpenLoop(url, { perSecond: pingsPerSecond, connections: 20, until, next: () => ({ request }) })
}

async function call(url: string, token: string, method: string, path: string, body?: object) {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer: Record<string, unknown> = Object(await response.json())
  if (!response.ok)
    throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`)
  return answer
}

function mbs(speed: number): string {
  return `${Math.round(speed).toLocaleString('en')} MB/s`
}
