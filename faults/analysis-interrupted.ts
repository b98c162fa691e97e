import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { zipOf } from '#test-support/archives/zip.ts'
import { requireSuccess } from '#test-support/http-client.ts'
import { respondWithError, startObjectStore } from '#test-support/s3-server.ts'
import { scriptForm } from '#test-support/script-forms.ts'
import { registerUploader, signIn, type RegisteredUser } from '#test-support/users.ts'
import { runJob } from './database.ts'
import { total, worst, type Fault } from './fault.ts'
import { linuxOnly } from './measuring.ts'
import type { Site } from './site.ts'
import { filesBelow, makeOld } from './store.ts'
import { until } from './waiting.ts'

/** A job of a killed process is taken over after its heartbeat has stopped, and a failed job waits before it is repeated. */
const doneWithin = 240_000

export const analysisInterrupted: Fault = {
  figure: 'F19',
  name: 'kill -9 during the analysis of an archive, a lost pack, and an object store that fails during an analysis',
  bar: 'every analysis ends with its report, its process ends with the app, no analysis fails, staged files are swept',
  iterations: { short: 1, long: 10 },
  skipReason: linuxOnly,
  async run(env, iterations) {
    const site = await env.site()
    await site.start()
    const uploader = await uploaderOf(site)
    let orphans = 0
    let unreadable = 0
    const afterKill: number[] = []
    for (let round = 0; round < iterations; round++) {
      const version = await submit(site, uploader, `Killed ${round}`)
      const analyses = await runningAnalyses(site)
      await site.app().stop('SIGKILL')
      orphans += await countSurvivors(analyses)
      await site.start()
      afterKill.push(await done(site, version))

      for (const path of filesBelow(join(site.dataDir, 'files', 'packs'))) rmSync(path)
      if ((await contentOf(site, version)) !== 404) unreadable += 1
      await runJob(site, 'sweep-files')
      await done(site, version)
      if ((await contentOf(site, version)) !== 200) unreadable += 1
    }
    const staging = join(site.dataDir, 'files', 'tmp')
    makeOld(filesBelow(staging))
    await runJob(site, 'sweep-uploads')
    const status = await requireSuccess(site.url(), await signIn(site.url(), site.owner), 'GET', statusPath)
    return {
      iterations: total(iterations, ''),
      'processes that outlived their app': total(orphans, '', { atMost: 0 }),
      'report after a kill': worst(Math.max(...afterKill), 'ms', { atMost: doneWithin }),
      'lost packs not made again': total(unreadable, '', { atMost: 0 }),
      'report after the store returned': worst(await failStore(env, iterations), 'ms', {
        atMost: doneWithin,
      }),
      'failed analyses': total(status.body.failed, '', { atMost: 0 }),
      'staged files left after their sweep': total(filesBelow(staging).length, '', { atMost: 0 }),
    }
  },
}

const statusPath = '/api/analyses/status'

/** The longest time from the end of an outage of the object store to the report. */
async function failStore(env: Parameters<Fault['run']>[0], iterations: number): Promise<number> {
  const store = await startObjectStore()
  try {
    const { endpoint, region, bucket, accessKeyId, secretAccessKey } = store.s3
    const site = await env.site({
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    })
    await site.start()
    const uploader = await uploaderOf(site)
    const times: number[] = []
    for (let round = 0; round < iterations; round++) {
      store.injectFault((call) => (call.startsWith('GET') ? respondWithError(503) : undefined))
      const version = await submit(site, uploader, `Outage ${round}`)
      const failed = () => site.logTail().some((line) => line.includes('analyse-archive'))
      await until(failed, 60_000, 'No analysis failed')
      store.injectFault(undefined)
      times.push(await done(site, version))
    }
    return Math.max(...times)
  } finally {
    await store.close()
  }
}

async function uploaderOf(site: Site): Promise<RegisteredUser> {
  return registerUploader(site.url(), await signIn(site.url(), site.owner), 'uploader')
}

/** An archive whose analysis takes about a second. Returns the id of its version. */
async function submit(site: Site, uploader: RegisteredUser, name: string): Promise<number> {
  const line = `RegisterCommand('${name}', function(source) TriggerClientEvent('${name}', source) end)\n`
  const content = zipOf([
    { name: 'pack/fxmanifest.lua', content: `fx_version 'cerulean'\ngame 'gta5'\nserver_script '*.lua'\n` },
    ...Array.from({ length: 40 }, (_, at) => ({
      name: `pack/server${at}.lua`,
      content: `-- ${name} ${at}\n${line.repeat(500)}`,
      deflate: true,
    })),
  ])
  const form = await scriptForm({ name }, { archive: { fileName: 'pack.zip', content } })
  const { body } = await requireSuccess(site.url(), uploader, 'POST', '/api/scripts', form)
  return body.versionId
}

async function done(site: Site, version: number): Promise<number> {
  const isDone = async () => {
    const { body } = await requireSuccess(site.url(), null, 'GET', `/api/versions/${version}/report`)
    return body.state === 'done'
  }
  return until(isDone, doneWithin, `Version ${version} has no report`, 100)
}

async function contentOf(site: Site, version: number): Promise<number> {
  const response = await fetch(new URL(`/files/content/${version}/0`, site.url()))
  await response.arrayBuffer()
  return response.status
}

/** The processes of analyses that the app runs, once there is one. */
async function runningAnalyses(site: Site): Promise<number[]> {
  let found: number[] = []
  await until(
    () => (found = childrenOf(site.app().pid).filter(isAnalysis)).length > 0,
    30_000,
    'No analysis started',
    5,
  )
  return found
}

async function countSurvivors(pids: readonly number[]): Promise<number> {
  const living = () => pids.filter(isAnalysis).length
  await until(() => living() === 0, 10_000, 'The processes of analyses did not end').catch(() => undefined)
  return living()
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => new RegExp(`^PPid:\\t${pid}$`, 'm').test(readProc(child, 'status')))
}

const isAnalysis = (pid: number) => readProc(pid, 'cmdline').includes('analysis-program.')

function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    // The process has ended.
    return ''
  }
}
