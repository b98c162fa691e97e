import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'

import type { Site } from '#contract/site/pages.ts'
import { second } from '#platform/clock.ts'
import { unavailable } from '#platform/errors.ts'
import { serializeError, type Log } from '#platform/log.ts'

import type { FetchData } from './page-renderer.ts'
import type { PageBuild, SerializedError, WorkerData, WorkerMessage, WorkerRequest } from './render-worker.ts'

type RenderedPage = { status: number; document: Buffer }

/** A thread that renders pages, so that a render does not block the event loop. */
export type RenderThread = {
  firstPaintScript: string
  canonicalUrl: (url: string) => Promise<string>
  render: (canonicalUrl: string, site: Site, fetchData: FetchData) => Promise<RenderedPage>
  /** The share of time since the last call that the thread was busy, from 0 to 1. */
  utilization: () => number
  /** Rejects what is in flight, and resolves when the thread has ended. */
  close: () => Promise<void>
}

type Options = {
  build: PageBuild
  log: Log
  /** Called once, for every cause. */
  onEnd?: () => void
  memoryMb?: number
  /** Milliseconds. A thread without a message in two intervals is terminated. */
  watchdogInterval?: number
}

type Job<T> = Omit<PromiseWithResolvers<T>, 'promise'>
/** While batches of its requests are pending, the thread waits and sends no message. */
type PageJob = Job<RenderedPage> & { fetchData: FetchData; pendingBatches: number }

type HeapLimits = { semiSpaceMinMb: number; semiSpaceMaxMb: number; oldSpaceInitialMb: number }

/**
 * A render allocates much: with semi-spaces of 8 MB it takes a tenth longer. They have their full size from the start,
 * and the first collection of the old space is at 24 MB, of which 12 stay. By default V8 grows the first in steps and
 * waits with the second until 128 MB, so that the memory of a node with little load would grow for hours.
 */
const pageHeap: HeapLimits = { semiSpaceMinMb: 24, semiSpaceMaxMb: 24, oldSpaceInitialMb: 24 }

/** For threads that start later: the flags of the process itself. */
const defaultHeap: HeapLimits = { semiSpaceMinMb: 0, semiSpaceMaxMb: 8, oldSpaceInitialMb: 0 }

const endedError = () => unavailable('The page could not be loaded. Please try again in a moment.')

/** Starts a thread with a build of the pages. Resolves when it can render. */
export async function openRenderThread(options: Options): Promise<RenderThread> {
  const { build, log, onEnd, memoryMb = 256, watchdogInterval = 5 * second } = options
  const urlJobs = new Map<number, Job<string>>()
  const pageJobs = new Map<number, PageJob>()
  const ready = Promise.withResolvers<string>()
  let lastId = 0
  let isClosing = false
  let isEnded = false
  let hasSentMessage = true
  let missedHeartbeats = 0
  let cause: unknown = new Error('It exited by itself')

  // V8 reads the flags when a thread starts. The heap of the main thread exists already.
  setHeapFlags(pageHeap)
  const worker = new Worker(new URL('render-worker.ts', import.meta.url), {
    workerData: { build } satisfies WorkerData,
    // Pages render untrusted text, and need no secret of the environment.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  worker.once('online', () => setHeapFlags(defaultHeap))
  worker.unref()
  let measured = worker.performance.eventLoopUtilization()
  const watchdog = setInterval(checkHeartbeat, watchdogInterval)
  watchdog.unref()

  worker
    .on('message', (message: WorkerMessage) => {
      hasSentMessage = true
      handleMessage(message)
    })
    .on('error', (error: unknown) => (cause = error))
    .on('exit', () => {
      isEnded = true
      clearInterval(watchdog)
      ready.reject(endedError())
      if (!isClosing) log.error('The thread that renders pages ended', serializeError(cause))
      onEnd?.()
      for (const { reject } of [...urlJobs.values(), ...pageJobs.values()]) reject(endedError())
      urlJobs.clear()
      pageJobs.clear()
    })

  function handleMessage(message: WorkerMessage) {
    switch (message.kind) {
      case 'ready':
        return ready.resolve(message.firstPaintScript)
      case 'unbuilt':
        return ready.reject(unavailable('The pages are not built. Run npm run build, then start again.', 60))
      case 'broken':
        return ready.reject(deserializeError(message.error))
      case 'canonicalUrl':
        return takeJob(urlJobs, message.id)?.resolve(message.canonicalUrl)
      case 'page':
        return takeJob(pageJobs, message.id)?.resolve({
          status: message.status,
          document: Buffer.from(message.document.buffer),
        })
      case 'failed':
        takeJob(urlJobs, message.id)?.reject(deserializeError(message.error))
        takeJob(pageJobs, message.id)?.reject(deserializeError(message.error))
        return undefined
      case 'requests':
        return void respondToBatch(message)
    }
  }

  async function respondToBatch({ id, batch, requests }: Extract<WorkerMessage, { kind: 'requests' }>) {
    const job = pageJobs.get(id)
    if (!job) return
    job.pendingBatches += 1
    try {
      const responses = await Promise.all(requests.map(job.fetchData))
      send({ kind: 'responses', batch, json: JSON.stringify(responses) })
    } catch (error) {
      takeJob(pageJobs, id)?.reject(error)
    } finally {
      job.pendingBatches -= 1
    }
  }

  function checkHeartbeat() {
    const isExpected =
      urlJobs.size > 0 || [...pageJobs.values()].some(({ pendingBatches }) => pendingBatches === 0)
    missedHeartbeats = isExpected && !hasSentMessage ? missedHeartbeats + 1 : 0
    hasSentMessage = false
    if (missedHeartbeats < 2) return
    cause = new Error(`It sent no message for ${(2 * watchdogInterval) / second} s`)
    void worker.terminate()
  }

  function send(request: WorkerRequest) {
    worker.postMessage(request, [])
  }

  function canonicalUrl(url: string): Promise<string> {
    if (isEnded) return Promise.reject(endedError())
    const { promise, ...job } = Promise.withResolvers<string>()
    const id = ++lastId
    urlJobs.set(id, job)
    send({ kind: 'canonicalUrl', id, url })
    return promise
  }

  function render(canonical: string, site: Site, fetchData: FetchData): Promise<RenderedPage> {
    if (isEnded) return Promise.reject(endedError())
    const { promise, ...job } = Promise.withResolvers<RenderedPage>()
    const id = ++lastId
    pageJobs.set(id, { ...job, fetchData, pendingBatches: 0 })
    send({ kind: 'render', id, canonicalUrl: canonical, site })
    return promise
  }

  function utilization(): number {
    const before = measured
    measured = worker.performance.eventLoopUtilization()
    return worker.performance.eventLoopUtilization(measured, before).utilization
  }

  async function close() {
    isClosing = true
    await worker.terminate()
  }

  try {
    return { firstPaintScript: await ready.promise, canonicalUrl, render, utilization, close }
  } catch (error) {
    await close()
    throw error
  }
}

function takeJob<J>(jobs: Map<number, J>, id: number): J | undefined {
  const job = jobs.get(id)
  jobs.delete(id)
  return job
}

function deserializeError({ message, stack }: SerializedError): Error {
  return Object.assign(new Error(message), { stack })
}

function setHeapFlags({ semiSpaceMinMb, semiSpaceMaxMb, oldSpaceInitialMb }: HeapLimits): void {
  setFlagsFromString(`--min-semi-space-size=${semiSpaceMinMb}`)
  setFlagsFromString(`--max-semi-space-size=${semiSpaceMaxMb}`)
  setFlagsFromString(`--initial-old-space-size=${oldSpaceInitialMb}`)
}
