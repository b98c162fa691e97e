import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmdirSync, rmSync, statfsSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { isReady, requireSuccess, tryRequest } from '#test-support/http-client.ts'
import { registerUploader, signIn, type RegisteredUser } from '#test-support/users.ts'
import { total, worst, type Fault, type TestEnvironment } from './fault.ts'
import type { Site } from './site.ts'
import { stagedFiles } from './store.ts'
import { submission } from './submission.ts'
import { prepareUpload, uploadKinds } from './uploads.ts'
import { until } from './waiting.ts'

const filesSize = '64m'
/** Includes the built-in database: an empty one takes about 40 MB, and its WAL grows in steps of 16 MB. */
const allSize = '320m'
const archiveSize = 6_000_000
const spaceLeft = 1_000_000

type Tally = { rejected: number; other: string[]; staged: number; failedReads: number; recovery: number }

export const fullDisk: Fault = {
  figure: 'F4',
  name: 'a full disk: first of the files (tmpfs of 64 MB), then of everything including the database',
  bar: 'uploads respond with 503 or 507 and leave no file, reads with 200; it recovers without a restart',
  iterations: { short: 1, long: 10 },
  skipReason: async () => {
    const disk = tryMount('1m')
    if (typeof disk === 'string') return disk
    disk.unmount()
    return undefined
  },
  async run(env, iterations) {
    const tally: Tally = { rejected: 0, other: [], staged: 0, failedReads: 0, recovery: 0 }
    await withFullDisk(env, iterations, 'files', tally)
    await withFullDisk(env, Math.floor(iterations / 2), 'everything', tally)
    for (const text of tally.other) env.log(text)
    return {
      'uploads rejected with 503 or 507': total(tally.rejected, '', { atLeast: iterations }),
      'other responses': total(tally.other.length, '', { atMost: 0 }),
      'files left': total(tally.staged, '', { atMost: 0 }),
      'reads that failed': total(tally.failedReads, '', { atMost: 0 }),
      'recovered after space was freed': worst(tally.recovery, 'ms', { atMost: 10_000 }),
    }
  },
}

async function withFullDisk(
  env: TestEnvironment,
  iterations: number,
  what: 'files' | 'everything',
  tally: Tally,
) {
  const disk = tryMount(what === 'files' ? filesSize : allSize)
  if (typeof disk === 'string') throw new Error(disk)
  const site = await env.site({}, what === 'everything' ? join(disk.folder, 'app') : undefined)
  try {
    if (what === 'files') symlinkSync(disk.folder, join(site.dataDir, 'files'))
    await site.start()
    const uploader = await registerUploader(site.url(), await signIn(site.url(), site.owner), 'uploader')
    const { form } = await submission('Was there before')
    const { body: script } = await requireSuccess(site.url(), uploader, 'POST', '/api/scripts', form)
    for (let round = 0; round < iterations; round++)
      await fillOnce(site, uploader, script, disk.folder, tally)
  } finally {
    await site.remove()
    disk.unmount()
  }
}

async function fillOnce(
  site: Site,
  uploader: RegisteredUser,
  script: { id: number; images: string[] },
  disk: string,
  tally: Tally,
): Promise<void> {
  const { pid } = site.app()
  const uploads = []
  for (const kind of uploadKinds)
    uploads.push({ kind, ...(await prepareUpload(site, uploader, kind, archiveSize)) })
  // Requested before the disk is full: the app stores each download, which it cannot do afterwards.
  const { body: link } = await requireSuccess(
    site.url(),
    uploader,
    'GET',
    `/api/scripts/${script.id}/download`,
  )
  const filler = join(disk, 'filler')
  writeFileSync(filler, Buffer.alloc(Math.max(0, freeSpace(disk) - spaceLeft)))
  const before = stagedFiles(site).length
  for (const { kind, send } of uploads) {
    const outcome = await send((request, bytes) => request.end(bytes))
    const status = typeof outcome === 'object' ? outcome.status : outcome
    if (status === 503 || status === 507) tally.rejected += 1
    else
      tally.other.push(
        `upload by ${kind}: ${typeof outcome === 'object' ? `${status} ${outcome.body}` : status}`,
      )
    // The data of a resumable upload stays, so that it can continue once there is space.
    if (kind !== 'tus') tally.staged += Math.max(0, stagedFiles(site).length - before)
  }
  const reads = ['/', '/api/scripts?q=before', `/scripts/${script.id}`, `/api/scripts/${script.id}`]
  for (const path of [...reads, link.downloadUrl, ...script.images]) {
    const response = await tryRequest(site.url(), null, 'GET', path)
    if (response?.status !== 200) {
      tally.failedReads += 1
      tally.other.push(`GET ${path}: ${response?.status}`)
    }
  }
  rmSync(filler)
  const recovery = await until(() => isReady(site.url()), 30_000, 'The app was not ready again')
  const { form } = await submission('After space was freed', 500_000)
  const { body: fresh } = await requireSuccess(site.url(), uploader, 'POST', '/api/scripts', form)
  await requireSuccess(site.url(), uploader, 'DELETE', `/api/scripts/${fresh.id}`)
  if (site.app().pid !== pid) throw new Error('The app was restarted')
  tally.recovery = Math.max(tally.recovery, recovery)
}

function freeSpace(disk: string): number {
  const { bavail, bsize } = statfsSync(disk)
  return bavail * bsize
}

/** Mounts a small disk, or returns why that is not possible. */
function tryMount(size: string): { folder: string; unmount: () => void } | string {
  if (process.platform !== 'linux' || process.geteuid?.() !== 0)
    return 'mounting a small disk needs root on Linux'
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'scripthaven-disk-')))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0755`, 'tmpfs', folder], { stdio: 'pipe' })
  } catch {
    rmdirSync(folder)
    return 'this machine does not allow to mount a small disk'
  }
  return {
    folder,
    unmount() {
      // Lazy: the process of an analysis may have a file open until it has ended.
      execFileSync('umount', ['--lazy', folder])
      rmdirSync(folder)
    },
  }
}
