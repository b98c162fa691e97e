import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { startApp, type RunningProcess } from '#test-support/app-process.ts'
import { zipOf, type ZipMember } from '#test-support/archives/zip.ts'
import { requireSuccess } from '#test-support/http-client.ts'
import { median, percentile } from '#test-support/percentiles.ts'
import { scriptForm } from '#test-support/script-forms.ts'
import { accountNamed, registerUploader, signIn, type TestUser } from '#test-support/users.ts'

import type { Harness } from '../harness.ts'
import { interleave, type Target } from '../load/interleave.ts'
import { memoryMb, processTree } from '../load/process-cost.ts'
import { upload } from '../load/transfer.ts'
import { writeAssetArchive } from '../programs/large-archives.ts'
import { ratioOf, type Result, type Row, type Threshold } from '../result.ts'

const members = 4_200
/** A member in five is a text, the others are models and textures. */
const textsIn = 5
const assetBytes = 33_000
const turnsPerAnalysis = 6
const assetArchiveBytes = 923 * 1024 * 1024

type Site = { app: RunningProcess; uploader: TestUser; folder: string }

/** Analyses of large archives by the whole app, and the pages that show their results. */
export async function measureAnalysis(harness: Harness): Promise<Result> {
  const { share, pace } = harness.run
  const folder = await mkdtemp(join(tmpdir(), 'scripthaven-bench-analysis-'))
  const owner = accountNamed('owner')
  const app = await startApp({
    PORT: '0',
    DATA_DIR: folder,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    ADMIN_USERNAME: owner.username,
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
  })
  try {
    const uploader = await registerUploader(app.url, await signIn(app.url, owner), 'uploader')
    const site = { app, uploader, folder }
    const count = Math.round(members * share)
    await reported(app, (await submit(site, packOf(10, 'small'))).version)

    const idle = memoryMb(app.pid)
    const watch = watchMemory(app.pid)
    const first = packOf(count, 'first')
    const { script, version, seconds: alone } = await timeAnalysis(site, () => submit(site, first))
    const versions = [version]
    const list = { name: 'list', url: `${app.url}/api/scripts`, pids: [app.pid] }
    const interference: Row[] = []
    while (versions.length <= pace.rounds) {
      const next = await addVersion(site, script, packOf(count, `changed ${versions.length}`))
      interference.push(...(await measureDuringAnalysis(app, next, list)))
      await reported(app, next)
      versions.push(next)
    }
    // A small archive is analysed before its first turn has ended.
    if (interference.length < pace.rounds * turnsPerAnalysis && share === 1)
      throw new Error('An analysis ended before its measurement')
    const middle = interference.toSorted((a, b) => ratioOf(a) - ratioOf(b))[interference.length >> 1]
    const peak = watch.stop()

    const views = await timeFileViews(app, script, version, Math.min(300, count))
    const changes = await timeChanges(app, versions)
    const reports = await compareReports(harness, app, script, version)
    const assets = await timeAnalysis(site, () => submitAssets(site, Math.round(assetArchiveBytes * share)))
    const thresholds: Threshold[] = [
      {
        metric: `${count.toLocaleString('en')} members: time to the report`,
        value: alone,
        unit: ' s',
        limit: { atMost: 30 },
      },
      {
        metric: '923 MB of assets: time to the report',
        value: assets.seconds,
        unit: ' s',
        limit: { atMost: 10 },
      },
      {
        metric: 'memory of app and analysis above the idle app',
        value: peak - idle,
        unit: ' MB',
        limit: { atMost: 250 },
      },
      {
        metric: 'cached list during an analysis: rate vs. alone',
        value: median(interference.map(ratioOf)),
        unit: '',
        limit: { atLeast: 0.9 },
      },
      ...reports.map((row) => ({
        metric: `${row.name}: rate vs. node:http`,
        value: ratioOf(row),
        unit: '',
        limit: { atLeast: 0.65 },
      })),
      {
        metric: 'first view of a file: p99',
        value: percentile(views, 0.99),
        unit: ' ms',
        limit: { atMost: 30 },
      },
      {
        metric: 'first changes of two versions: slowest',
        value: Math.max(...changes),
        unit: ' ms',
        limit: { atMost: 300 },
      },
    ]
    return {
      name: 'analysis',
      title: 'Archive reports',
      how: `A ZIP of ${Math.round(first.length / 1024 / 1024)} MB with ${count.toLocaleString('en')} members, a fifth of them Lua and JavaScript, analysed by the app alone; then further versions of it, each with other texts, analysed during cached lists on 64 connections, in ${interference.length} turns of a second with the same lists while the process of the analysis is stopped (the middle turn is shown). Then each of ${views.length} files is opened once on one connection, as page and as text (median ${median(views).toFixed(1)} ms), and each pair of versions is compared once (median ${Math.round(median(changes))} ms).`,
      measuredAt: new Date().toISOString(),
      rows: [...(middle ? [middle] : []), ...reports],
      thresholds,
    }
  } finally {
    await app.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The list in turns of a second while the analysis of a version goes on and while its process is stopped. */
async function measureDuringAnalysis(app: RunningProcess, version: number, list: Target): Promise<Row[]> {
  const turns = { rounds: 1, seconds: 1 }
  const rows: Row[] = []
  while (rows.length < turnsPerAnalysis) {
    const [during] = await interleave([{ ...list, name: 'list during an analysis' }], turns)
    const processes = await analysesOf(app.pid)
    for (const pid of processes) process.kill(pid, 'SIGSTOP')
    const [baseline] = await interleave([list], turns)
    for (const pid of processes) process.kill(pid, 'SIGCONT')
    if (!during || !baseline) break
    rows.push({ ...during, baseline })
    if (processes.length === 0) break
  }
  return rows
}

/** A resource with `count` members; the texts differ by the seed, the assets do not. */
function packOf(count: number, seed: string): Buffer {
  return zipOf([
    {
      name: 'pack/fxmanifest.lua',
      content: `fx_version 'cerulean'\ngame 'gta5'\nserver_script 'code/*.lua'\n`,
    },
    ...Array.from({ length: count - 1 }, (_, at) =>
      at % textsIn === 0 ? textMember(at, seed) : assetMember(at),
    ),
  ])
}

function textMember(at: number, seed: string): ZipMember {
  const line = (n: number) =>
    at % 2 === 0
      ? `RegisterNetEvent('pack:${at}:${n}', function(value) TriggerClientEvent('pack:${n}', source, value) end)`
      : `export function handler${n}(value) { return fetch(\`https://pack/${at}/\${value}\`).then((r) => r.json()) }`
  const lines = Array.from({ length: 120 }, (_, n) => line(n))
  return {
    name: at % 2 === 0 ? `pack/code/${at}.lua` : `pack/page/${at}.js`,
    content: [`${at % 2 === 0 ? '--' : '//'} ${seed}`, ...lines].join('\n'),
    deflate: true,
  }
}

const noise = randomBytes(assetBytes)

function assetMember(at: number): ZipMember {
  return {
    name: `pack/stream/model${at}.ydr`,
    content: Buffer.concat([createHash('md5').update(`${at}`).digest(), noise]),
  }
}

async function submit({ app, uploader }: Site, content: Buffer) {
  const form = await scriptForm({}, { archive: { fileName: 'pack.zip', content } })
  const { body } = await requireSuccess(app.url, uploader, 'POST', '/api/scripts', form)
  return { script: Number(body.id), version: Number(body.versionId) }
}

async function submitAssets({ app, uploader, folder }: Site, size: number) {
  const file = await writeAssetArchive(join(folder, 'assets.zip'), size, 'pack/stream/large.ytd')
  const fields = { fileName: 'assets.zip', fileSize: file.size }
  const { body } = await requireSuccess(app.url, uploader, 'POST', '/api/scripts/upload-url', fields)
  await upload(app.url + String(body.uploadUrl), file.path, file.size)
  const uploaded = { fileKey: String(body.fileKey), fileSize: String(file.size) }
  const form = await scriptForm(uploaded, { archive: null })
  const created = await requireSuccess(app.url, uploader, 'POST', '/api/scripts', form)
  return { script: Number(created.body.id), version: Number(created.body.versionId) }
}

async function addVersion({ app, uploader }: Site, script: number, content: Buffer): Promise<number> {
  const form = new FormData()
  form.set('scriptFile', new Blob([new Uint8Array(content)], { type: 'application/zip' }), 'pack.zip')
  const { body } = await requireSuccess(app.url, uploader, 'POST', `/api/scripts/${script}/versions`, form)
  return Number(body.id)
}

/** The seconds from the response to a submission until the report is complete. */
async function timeAnalysis({ app }: Site, send: () => Promise<{ script: number; version: number }>) {
  const sent = await send()
  const startedAt = performance.now()
  await reported(app, sent.version)
  return { ...sent, seconds: (performance.now() - startedAt) / 1000 }
}

async function reported(app: RunningProcess, version: number): Promise<void> {
  while ((await stateOf(app, version)) !== 'done') await pause(100)
}

async function stateOf({ url }: RunningProcess, version: number): Promise<string> {
  const { body } = await requireSuccess(url, null, 'GET', `/api/versions/${version}/report`)
  if (body.state === 'failed') throw new Error(`The analysis of version ${version} failed`)
  return body.state
}

/** The highest memory of the app and its analysis processes together. */
function watchMemory(pid: number) {
  let peak = 0
  const sampling = setInterval(() => {
    void analysesOf(pid).then((analyses) => {
      peak = Math.max(
        peak,
        [pid, ...analyses].reduce((sum, each) => sum + memoryMb(each), 0),
      )
    })
  }, 100)
  return {
    stop() {
      clearInterval(sampling)
      return peak
    },
  }
}

/** The processes of the app that analyse archives. */
async function analysesOf(pid: number): Promise<number[]> {
  const commands = await Promise.all(
    processTree(pid).map(async (each) => ({
      pid: each,
      command: await readFile(`/proc/${each}/cmdline`, 'utf8').catch(() => ''),
    })),
  )
  return commands.filter(({ command }) => command.includes('analysis-program')).map((found) => found.pid)
}

/** Milliseconds of the first request for each file, as page and as JSON. */
async function timeFileViews(
  { url }: RunningProcess,
  script: number,
  version: number,
  count: number,
): Promise<number[]> {
  const { body } = await requireSuccess(url, null, 'GET', `/api/versions/${version}/files`)
  const texts = body.files.filter(({ path }: { path: string }) => /\.(lua|js)$/.test(path)).slice(0, count)
  const times: number[] = []
  for (const { path, n } of texts)
    for (const request of [`/scripts/${script}/files/${path}`, `/api/versions/${version}/texts/${n}`])
      times.push(await timeOnce(url + request))
  return times
}

/** Milliseconds of the first comparison of each pair of versions. */
async function timeChanges({ url }: RunningProcess, versions: readonly number[]): Promise<number[]> {
  const times: number[] = []
  for (const from of versions)
    for (const to of versions)
      if (from !== to) times.push(await timeOnce(`${url}/api/versions/${to}/changes?from=${from}`))
  return times
}

async function timeOnce(url: string): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(url)
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`GET ${url}: ${response.status}`)
  return performance.now() - startedAt
}

/** Cached reports, compared with a plain node:http server that sends responses of the same size. */
async function compareReports(
  harness: Harness,
  app: RunningProcess,
  script: number,
  version: number,
): Promise<Row[]> {
  const server = await harness.baseline()
  const rows: Row[] = []
  for (const [name, path] of [
    ['report', `/api/versions/${version}/report`],
    ['report page', `/scripts/${script}/report`],
  ] as const) {
    const url = app.url + path
    const first = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
    const size = (await first.arrayBuffer()).byteLength
    const [measured, plain] = await interleave(
      [
        { name, url, pids: [app.pid] },
        { name: 'node:http baseline', url: `${server.url}/${size}`, pids: [server.pid] },
      ],
      harness.run.pace,
    )
    if (measured && plain) rows.push({ ...measured, baseline: plain })
  }
  return rows
}
