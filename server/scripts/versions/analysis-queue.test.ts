import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { pathOfKey } from '#platform/storage/disk-store.ts'
import { zipOf } from '#test-support/archives/zip.ts'
import { analyseAll, runJob, runQueued } from '#test-support/analyses.ts'
import { scriptForm } from '#test-support/script-forms.ts'
import { startTestApp, type TestApp, type TestUser } from '#test-support/test-app.ts'

import { analyseNext, analyseNextLong } from './analyse-archive.ts'
import { applyAnalysis } from './apply-analysis.ts'
import { rescan } from './rescan.ts'

let count = 0
function archiveOf(megabytes = 0) {
  const content = zipOf([
    { name: 'a/server.lua', content: `print(${++count})` },
    { name: 'a/model.ydr', content: Buffer.alloc(megabytes * 1024 ** 2) },
  ])
  return { fileName: 'a.zip', content }
}

/** Its analysis takes some hundred milliseconds, in which a test finds its process. */
function slowArchiveOf(megabytes = 0) {
  const line = 'RegisterNetEvent("a", function(value) TriggerClientEvent("b", source, value) end)\n'
  const content = zipOf([
    ...Array.from({ length: 8 }, (_, n) => ({
      name: `a/server${n}.lua`,
      content: `print(${n}, ${++count})\n${line.repeat(1000)}`,
      deflate: true,
    })),
    { name: 'a/model.ydr', content: Buffer.alloc(megabytes * 1024 ** 2) },
  ])
  return { fileName: 'a.zip', content }
}

async function submit(app: TestApp, author: TestUser, archive = archiveOf()) {
  const { body } = await app.request(author, 'POST', '/api/scripts', await scriptForm({}, { archive }))
  return { id: body.id, versionId: body.versionId, sha256: body.sha256 }
}

type Submitted = Awaited<ReturnType<typeof submit>>

const reportOf = async (app: TestApp, { versionId }: Submitted) =>
  (await app.request(null, 'GET', `/api/versions/${versionId}/report`)).body
const rowOf = async (app: TestApp, { sha256 }: Submitted) =>
  (await app.db.execute(sql`select * from archive_analyses where sha256 = ${sha256}`)).rows[0]

/** The process of the analysis that this process has started. */
function findAnalysis(): number | undefined {
  return readdirSync('/proc')
    .map(Number)
    .find(
      (pid) =>
        textOf(`/proc/${pid}/cmdline`).includes('analysis-program') &&
        textOf(`/proc/${pid}/status`).includes(`PPid:\t${process.pid}\n`),
    )
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Returns the limit of its processor time in seconds. The process has it shortly after its start. */
async function killAnalysis(signal: NodeJS.Signals = 'SIGKILL'): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<{ pid: number; limit: number }>()
  const timer = setInterval(() => {
    const pid = findAnalysis()
    const limit = /Max cpu time +(\d+)/.exec(textOf(`/proc/${pid}/limits`))?.[1]
    if (pid !== undefined && limit !== undefined) resolve({ pid, limit: Number(limit) })
  }, 10)
  const { pid, limit } = await promise
  clearInterval(timer)
  process.kill(pid, signal)
  return limit
}

test('a small archive is analysed before long ones that were uploaded earlier', async () => {
  const app = await startTestApp()
  const author = await app.createUser('scripts.upload')
  const [long, small] = [await submit(app, author, archiveOf(1)), await submit(app, author)]

  await runJob(app, analyseNext)

  expect(await reportOf(app, small)).toMatchObject({ state: 'done' })
  expect(await reportOf(app, long)).toMatchObject({ state: 'waiting', position: 1 })
  await runJob(app, analyseNextLong)
  expect(await reportOf(app, long)).toMatchObject({ state: 'done' })
})

test('uploaders take turns', async () => {
  const app = await startTestApp()
  const [many, few] = [await app.createUser('scripts.upload'), await app.createUser('scripts.upload')]
  const first = [await submit(app, many), await submit(app, many), await submit(app, many)]
  const second = [await submit(app, few), await submit(app, few)]
  const positions = () =>
    Promise.all([...first, ...second].map(async (script) => (await reportOf(app, script)).position))

  expect(await positions()).toEqual([1, 3, 5, 2, 4])
  await runJob(app, analyseNext)
  await runJob(app, analyseNext)
  expect(await positions()).toEqual([null, 1, 3, null, 2])
  // The next one waits behind the second one of both.
  await submit(app, few)
  expect(await positions()).toEqual([null, 1, 3, null, 2])
})

test('a small archive that is not done soon continues as a long one', async () => {
  const app = await startTestApp()
  const script = await submit(app, await app.createUser('scripts.upload'), slowArchiveOf())
  const running = runJob(app, analyseNext)

  await killAnalysis()
  await running

  expect(await rowOf(app, script)).toMatchObject({ state: 'waiting', priority: 1, attempts: 0 })
  await analyseAll(app)
  expect(await reportOf(app, script)).toMatchObject({ state: 'done' })
})

test('a small archive that continues as a long one takes turns with the long ones of others', async () => {
  const app = await startTestApp()
  const [many, few] = [await app.createUser('scripts.upload'), await app.createUser('scripts.upload')]
  for (let long = 0; long < 3; long++) await submit(app, many, archiveOf(1))
  const script = await submit(app, few, slowArchiveOf())

  await Promise.all([runJob(app, analyseNext), killAnalysis()])

  expect(await reportOf(app, script)).toMatchObject({ position: 2, wait: { isLong: true } })
})

test('who has a small archive that continues as a long one waits for the small archives of others', async () => {
  const app = await startTestApp()
  const [first, second, few] = [
    await app.createUser('scripts.upload'),
    await app.createUser('scripts.upload'),
    await app.createUser('scripts.upload'),
  ]
  for (const user of [first, second]) {
    await submit(app, user, slowArchiveOf())
    await Promise.all([runJob(app, analyseNext), killAnalysis()])
  }
  const next = [await submit(app, first), await submit(app, second)]
  // Their own large archive delays no small one.
  await submit(app, few, archiveOf(1))
  const script = await submit(app, few)
  const waits = await Promise.all([script, ...next].map(async (each) => (await reportOf(app, each)).wait))
  expect(waits.map(({ position }) => position)).toEqual([1, 2, 3])

  await runJob(app, analyseNext)

  expect(await reportOf(app, script)).toMatchObject({ state: 'done' })
  for (const waiting of next) expect(await reportOf(app, waiting)).toMatchObject({ state: 'waiting' })
  await runJob(app, analyseNext)
  await runJob(app, analyseNext)
  for (const waiting of next) expect(await reportOf(app, waiting)).toMatchObject({ state: 'done' })
})

/** Below 1 MiB, and minutes of processor time: each resource is a program that takes seconds. */
function endlessArchive() {
  const functions = ['pcall', 'CreateThread', 'xpcall', 'SetTimeout', 'load', 'assert', 'setmetatable']
  const call = `p = p(${Array.from({ length: 200 }, () => 'p').join()})\n`
  const text = functions.map((name) => `p = ${name}\n`).join('') + call.repeat(100)
  const content = zipOf(
    Array.from({ length: 100 }, (_, n) => [
      {
        name: `r${n}/fxmanifest.lua`,
        content: "fx_version 'cerulean'\ngame 'gta5'\nserver_script 'server.lua'",
      },
      { name: `r${n}/server.lua`, content: `print(${++count})\n${text}`, deflate: true },
    ]).flat(),
  )
  return { fileName: 'a.zip', content }
}

test('one user with small archives that take minutes delays a small one of another by one of them', async () => {
  const app = await startTestApp()
  const [many, few] = [await app.createUser('scripts.upload'), await app.createUser('scripts.upload')]
  const endless = []
  for (let number = 0; number < 4; number++) endless.push(await submit(app, many, endlessArchive()))
  const script = await submit(app, few)

  await runJob(app, analyseNext)
  await runJob(app, analyseNext)

  expect(await reportOf(app, script)).toMatchObject({ state: 'done' })
  const states = await Promise.all(endless.map(async (one) => (await rowOf(app, one))?.['priority']))
  expect(states).toEqual([1, 0, 0, 0])
})

test('a small archive of a user whose last one became long gets one second of processor time', async () => {
  const app = await startTestApp()
  const user = await app.createUser('scripts.upload')
  const limits = []
  for (let number = 0; number < 2; number++) {
    await submit(app, user, endlessArchive())
    const [limit] = await Promise.all([killAnalysis(), runJob(app, analyseNext)])
    limits.push(limit)
  }

  expect(limits).toEqual([4, 1])
})

test('an analysis that is interrupted three times is given up, behind those that wait', async () => {
  const app = await startTestApp()
  const author = await app.createUser('scripts.upload')
  const script = await submit(app, author, slowArchiveOf(1))
  const other = await submit(app, author, archiveOf(1))
  const interrupt = async () => {
    const [result] = await Promise.allSettled([runJob(app, analyseNextLong), killAnalysis()])
    expect(String(result.status === 'rejected' && result.reason)).toContain('SIGKILL')
  }

  await interrupt()
  expect(await rowOf(app, script)).toMatchObject({ state: 'waiting', attempts: 1 })
  expect(await reportOf(app, script)).toMatchObject({ wait: { position: 2, isLong: true, isRepeated: true } })
  expect(await reportOf(app, other)).toMatchObject({ position: 1, wait: { isRepeated: false } })
  await runJob(app, analyseNextLong)
  expect(await reportOf(app, other)).toMatchObject({ state: 'done' })
  await interrupt()
  await interrupt()
  await runJob(app, analyseNextLong)

  expect(await reportOf(app, script)).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('Three scans ended without a result.'),
  })
})

test('an archive that cannot be exported is given up after three attempts, and delays no others', async () => {
  const app = await startTestApp()
  const author = await app.createUser('scripts.upload')
  const [script, other] = [await submit(app, author), await submit(app, author)]
  const { rows } = await app.db.execute(sql`select key from script_files where script_id = ${script.id}`)
  const path = join(app.dataDir, 'files', pathOfKey(String(rows[0]?.['key'])))
  await rm(path)
  await mkdir(path)

  await expect(runJob(app, analyseNext)).rejects.toMatchObject({ path })
  expect(await rowOf(app, script)).toMatchObject({ state: 'waiting', attempts: 1 })
  await runJob(app, analyseNext)
  expect(await reportOf(app, other)).toMatchObject({ state: 'done' })
  for (const _ of [2, 3]) await expect(runJob(app, analyseNext)).rejects.toMatchObject({ path })
  await runJob(app, analyseNext)

  expect(await reportOf(app, script)).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('Three scans ended without a result.'),
  })
})

test.each([
  ['SIGXCPU', 'Reading the archive takes more than 10 minutes of processor time.'],
  ['SIGSEGV', 'The program that scans archives failed.'],
] as const)(
  'an analysis that ends by %s has failed at once, and the report says why',
  async (signal, why) => {
    const app = await startTestApp()
    const author = await app.createUser('scripts.upload')
    const archive = slowArchiveOf(1)
    const script = await submit(app, author, archive)

    await Promise.all([runJob(app, analyseNextLong), killAnalysis(signal)])

    expect(await reportOf(app, script)).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining(why),
    })
    const again = await submit(app, author, archive)
    expect(await reportOf(app, again)).toMatchObject({ state: signal === 'SIGSEGV' ? 'waiting' : 'failed' })
  },
)

test('however many packs are lost, one job reads their archives again, and waits on after a failure', async () => {
  const app = await startTestApp()
  const author = await app.createUser('scripts.upload')
  const scripts = [await submit(app, author), await submit(app, author), await submit(app, author)]
  const jobs = async () =>
    (
      await app.db.execute(sql`
        select run_at from graphile_worker.jobs where task_identifier = 'analyse-long-archive'`)
    ).rows
  const scanAllWithoutPacks = async () => {
    await app.db.execute(sql`update archive_analyses set revision = '0.0', state = 'done'`)
    await runJob(app, rescan)
  }

  await scanAllWithoutPacks()

  for (const script of scripts) expect(await reportOf(app, script)).toMatchObject({ state: 'waiting' })
  expect(await jobs()).toHaveLength(1)
  await app.db.execute(sql`update graphile_worker._private_jobs set run_at = now() + interval '1 hour'`)
  const later = await jobs()
  await scanAllWithoutPacks()
  expect(await jobs()).toEqual(later)
})

test('the analysis of an archive that other scripts have is applied to the new script alone', async () => {
  const app = await startTestApp({ config: { pinnedSettings: { reviewMode: 'flagged' } } })
  const author = await app.createUser('scripts.upload')
  const content = zipOf([{ name: 'hud/fxmanifest.lua', content: "fx_version 'cerulean'\ngame 'gta5'" }])
  const archive = { fileName: 'hud.zip', content }
  const applyAll = async () => {
    while ((await runQueued(app, applyAnalysis)) > 0);
  }
  for (let scripts = 0; scripts < 3; scripts++) await submit(app, author, archive)
  await analyseAll(app)
  await applyAll()
  await app.db.execute(sql`delete from script_resources`)

  const { id } = await submit(app, author, archive)
  await applyAll()

  expect((await app.request(null, 'GET', `/api/scripts/${id}`)).status).toBe(200)
  const { rows } = await app.db.execute(sql`select script_id as id, name from script_resources`)
  expect(rows).toEqual([{ id, name: 'hud' }])
})
