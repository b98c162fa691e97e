import { execFile } from 'node:child_process'
import { createHash, randomFillSync } from 'node:crypto'
import { copyFile, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { openDiskStore } from '#platform/files/disk-store.ts'

import type { Bar, Finding } from '../finding.ts'
import { requestOf } from '../load/connection.ts'
import { drivePaced, untilOver } from '../load/drive.ts'
import { median, percentile } from '../load/percentiles.ts'
import { memoryMb } from '../load/process-cost.ts'
import { rowOf } from '../load/row-of.ts'
import { download, upload } from '../load/transfer.ts'
import { startNginx } from '../programs/start-nginx.ts'
import { findUploaders, signPeopleIn } from '../sites/sign-people-in.ts'
import type { RunningHub, Stage } from '../stage.ts'

const run = promisify(execFile)
const transferProgram = join(import.meta.dirname, '../programs/transfer.ts')

/** 1000 MB as the contract counts them. */
const wholeSize = 1000 * 1024 * 1024
const pingsPerSecond = 200
const script = 1

/** The largest archive that there may be, up and down, alone and four at a time. */
export async function measureFiles(stage: Stage): Promise<Finding> {
  const { large, share, pace } = stage.run
  const hub = await stage.hub(large)
  const folder = await mkdtemp(join(tmpdir(), 'scripthaven-bench-files-'))
  const size = Math.round(wholeSize * Math.min(1, share))
  const file = await makeFile(join(folder, 'archive.zip'), size)
  await keepInStore(hub, file)
  const behind = await stage.hub(large, { ACCEL_REDIRECT: '/kept-files/', TRUST_PROXY: '127.0.0.1' })
  const nginx = await startNginx(
    folder,
    `root ${folder}; default_type application/octet-stream;
    location /files/ { proxy_pass ${behind.address}; }
    location /kept-files/archives/ { internal; alias ${hub.dataDir}/files/archives/; }`,
  )
  try {
    const uploaders = await findUploaders(hub.site, pace.rounds + 2)
    const tokens = await signPeopleIn(hub.site, uploaders)
    const idle = memoryMb(hub.pid)
    let peak = idle
    const watching = setInterval(() => (peak = Math.max(peak, memoryMb(hub.pid))), 100)
    const copies: number[] = []
    const uploads: number[] = []
    const own: number[] = []
    const sent: number[] = []
    const handedOn: number[] = []
    for (const token of tokens.slice(0, pace.rounds)) {
      copies.push(await copyOnce(file.path, join(hub.dataDir, 'files', 'copy')))
      uploads.push(await uploadOnce(hub, token, file))
      own.push(await downloadOnce(await downloadAddressFor(hub, token), size))
      if (!nginx) continue
      sent.push(await downloadOnce(`${nginx.address}/archive.zip`, size))
      const signed = new URL(await downloadAddressFor(behind, token)).pathname
      handedOn.push(await downloadOnce(nginx.address + signed, size))
    }
    const alone = await ping(hub, untilOver(5 * share))
    const beside = await pingBesideTransfers(hub, tokens.slice(-2), file)
    const besideNiced = await pingBesideTransfers(hub, tokens.slice(-2), file, ['nice', '-n', '10'])
    clearInterval(watching)

    const speed = (seconds: readonly number[]) => size / 1024 / 1024 / median(seconds)
    const bars: Bar[] = [
      {
        claim: 'upload with its SHA-256: of cp',
        value: speed(uploads) / speed(copies),
        unit: '',
        bound: { atLeast: 0.25 },
      },
      ...(nginx
        ? [
            {
              claim: 'download: of nginx with sendfile',
              value: speed(own) / speed(sent),
              unit: '',
              bound: { atLeast: 0.6 },
            },
          ]
        : []),
      {
        claim: 'p99 of kept answers beside four transfers',
        value: percentile(beside.latencies, 0.99),
        unit: ' ms',
        bound: { atMost: 20 },
      },
      { claim: 'memory that transfers take', value: peak - idle, unit: ' MB', bound: { atMost: 100 } },
    ]
    return {
      name: 'files',
      title: 'Archives',
      how: `${Math.round(size / 1024 / 1024)} MB of chance, in the page cache. cp ${mbs(speed(copies))}, the hub takes ${mbs(speed(uploads))} (hashed, and safe on the disk when it answers), gives ${mbs(speed(own))}${nginx ? `, nginx ${mbs(speed(sent))} to the same client, and ${mbs(speed(handedOn))} when it sends what the hub checks (ACCEL_REDIRECT)` : ''}. Then two uploads and two downloads at full speed, again and again, beside ${pingsPerSecond} kept lists a second; then once more with clients that leave the processor to the rest (nice 10), nearer to clients on machines of their own.`,
      measuredAt: new Date().toISOString(),
      rows: [
        rowOf('lists alone', alone),
        rowOf('lists beside four transfers', beside),
        rowOf('the same, clients at nice 10', besideNiced),
      ],
      bars,
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
async function keepInStore({ dataDir, site }: RunningHub, { path, size, sha256 }: Archive): Promise<void> {
  const store = await openDiskStore(join(dataDir, 'files'))
  const key = store.newKey('archives', 'zip')
  const staged = `${path}.staged`
  await copyFile(path, staged)
  await store.moveIn(staged, key)
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

async function uploadOnce(hub: RunningHub, token: string, file: Archive): Promise<number> {
  const address = await uploadAddressFor(hub, token, file)
  const { seconds, status, text } = await upload(address, file.path, file.size)
  if (status !== 200 || !text.includes(file.sha256)) throw new Error(`An upload failed: ${status} ${text}`)
  return seconds
}

async function uploadAddressFor({ address }: RunningHub, token: string, { size }: Archive): Promise<string> {
  const wanted = { fileName: 'archive.zip', fileSize: size }
  const { uploadUrl } = await call(address, token, 'POST', '/api/scripts/upload-url', wanted)
  return `${address}${String(uploadUrl)}`
}

async function downloadAddressFor({ address }: RunningHub, token: string): Promise<string> {
  const { downloadUrl } = await call(address, token, 'GET', `/api/scripts/${script}/download`)
  return `${address}${String(downloadUrl)}`
}

async function downloadOnce(url: string, size: number): Promise<number> {
  const { seconds, bytes } = await download(url)
  if (bytes < size) throw new Error(`A download ended after ${bytes} of ${size} bytes`)
  return seconds
}

async function pingBesideTransfers(
  hub: RunningHub,
  tokens: readonly string[],
  file: Archive,
  wrapper: readonly string[] = [],
) {
  let under = 0
  const transfers = tokens.flatMap((token) => [
    async () => ['up', await uploadAddressFor(hub, token, file), file.path, String(file.size)],
    async () => ['down', await downloadAddressFor(hub, token)],
  ])
  const running = transfers.map(async (transfer) => {
    under++
    for (let round = 0; round < 3; round++) {
      const [program = '', ...rest] = [...wrapper, process.execPath, transferProgram, ...(await transfer())]
      await run(program, rest)
    }
    under--
  })
  const pinged = await ping(hub, () => under < transfers.length)
  await Promise.all(running)
  return pinged
}

function ping({ address }: RunningHub, until: () => boolean) {
  const request = requestOf('/api/scripts')
  return drivePaced(address, { perSecond: pingsPerSecond, connections: 20, until, next: () => ({ request }) })
}

async function call(address: string, token: string, method: string, path: string, body?: object) {
  const response = await fetch(address + path, {
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
