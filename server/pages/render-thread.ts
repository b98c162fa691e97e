import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'

import type { Site } from '#contract/pages.ts'
import { second } from '#platform/clock.ts'
import { unavailable } from '#platform/failures.ts'
import { describeError, type Log } from '#platform/log.ts'

import type { Read } from './page-renderer.ts'
import type { Failed, Order, PageBuild, Setting, Told } from './render-worker.ts'

export type RenderedPage = { status: number; document: Buffer }

/** A thread that renders pages, so that nobody who asks for something else waits for one. */
export type RenderThread = {
  firstPaintScript: string
  canonicalAddress: (address: string) => Promise<string>
  render: (canonicalAddress: string, read: Read) => Promise<RenderedPage>
  /** How much of the time since it was last asked the thread was at work, from 0 to 1. */
  utilization: () => number
  /** Resolves once the thread has ended; what is under way is refused. */
  close: () => Promise<void>
}

type Options = {
  build: PageBuild
  site: Site
  log: Log
  /** Called once, whatever ended it. */
  onEnd?: () => void
  memoryMb?: number
  /** Milliseconds; a thread that has said nothing by the second look hangs. */
  lookEvery?: number
}

type Job<T> = Omit<PromiseWithResolvers<T>, 'promise'>
/** With how many of its batches of reads are being answered: meanwhile nothing is expected of the thread. */
type PageJob = Job<RenderedPage> & { read: Read; answering: number }

type ObjectRoom = { leastYoungMb: number; mostYoungMb: number; firstOldMb: number }

/**
 * A page leaves much behind: with 8 MB of room for young objects, it takes a tenth longer. All of it is there at once, and old objects are first
 * looked through at 24 MB, of which 12 stay: V8 would take the one in steps and wait with the other for 128 MB, and a hub that is read from
 * slowly would look for hours as if it leaked.
 */
const roomOfPages: ObjectRoom = { leastYoungMb: 24, mostYoungMb: 24, firstOldMb: 24 }

/** For threads that begin later: as the hub's own was started. */
const roomOfOthers: ObjectRoom = { leastYoungMb: 0, mostYoungMb: 8, firstOldMb: 0 }

const ended = () => unavailable('The page could not be made. Please try again in a moment.')

/** Starts a thread with a build of the pages; resolves once it can render. */
export async function openRenderThread(options: Options): Promise<RenderThread> {
  const { build, site, log, onEnd, memoryMb = 256, lookEvery = 5 * second } = options
  const addressJobs = new Map<number, Job<string>>()
  const pageJobs = new Map<number, PageJob>()
  const ready = Promise.withResolvers<string>()
  let lastId = 0
  let isClosing = false
  let isEnded = false
  let wasHeard = true
  let silentLooks = 0
  let reason: unknown = new Error('It ended by itself')

  // Read when a thread begins: the hub's own has its bounds already, and this one would share them otherwise.
  boundObjects(roomOfPages)
  const worker = new Worker(new URL('render-worker.ts', import.meta.url), {
    workerData: { build, site } satisfies Setting,
    // What renders the words of members needs no secret of the hub.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  worker.once('online', () => boundObjects(roomOfOthers))
  worker.unref()
  let measured = worker.performance.eventLoopUtilization()
  const looking = setInterval(look, lookEvery)
  looking.unref()

  worker
    .on('message', (told: Told) => {
      wasHeard = true
      hear(told)
    })
    .on('error', (error: unknown) => (reason = error))
    .on('exit', () => {
      isEnded = true
      clearInterval(looking)
      ready.reject(ended())
      if (!isClosing) log.error('The thread that renders pages ended', describeError(reason))
      onEnd?.()
      for (const { reject } of [...addressJobs.values(), ...pageJobs.values()]) reject(ended())
      addressJobs.clear()
      pageJobs.clear()
    })

  function hear(told: Told) {
    switch (told.kind) {
      case 'ready':
        return ready.resolve(told.firstPaintScript)
      case 'unbuilt':
        return ready.reject(unavailable('The pages are not built. Run npm run build, then start again.', 60))
      case 'broken':
        return ready.reject(errorOf(told.error))
      case 'address':
        return takeJob(addressJobs, told.id)?.resolve(told.address)
      case 'page':
        return takeJob(pageJobs, told.id)?.resolve({
          status: told.status,
          document: Buffer.from(told.document.buffer),
        })
      case 'failed':
        takeJob(addressJobs, told.id)?.reject(errorOf(told.error))
        takeJob(pageJobs, told.id)?.reject(errorOf(told.error))
        return undefined
      case 'reads':
        return void answerReads(told)
    }
  }

  async function answerReads({ id, batch, reads }: Extract<Told, { kind: 'reads' }>) {
    const job = pageJobs.get(id)
    if (!job) return
    job.answering += 1
    try {
      const answers = await Promise.all(reads.map(job.read))
      tell({ kind: 'answers', batch, text: JSON.stringify(answers) })
    } catch (error) {
      takeJob(pageJobs, id)?.reject(error)
    } finally {
      job.answering -= 1
    }
  }

  function look() {
    const isAwaited = addressJobs.size > 0 || [...pageJobs.values()].some(({ answering }) => answering === 0)
    silentLooks = isAwaited && !wasHeard ? silentLooks + 1 : 0
    wasHeard = false
    if (silentLooks < 2) return
    reason = new Error(`It said nothing for ${(2 * lookEvery) / second} s`)
    void worker.terminate()
  }

  function tell(order: Order) {
    worker.postMessage(order, [])
  }

  function canonicalAddress(address: string): Promise<string> {
    if (isEnded) return Promise.reject(ended())
    const { promise, ...job } = Promise.withResolvers<string>()
    const id = ++lastId
    addressJobs.set(id, job)
    tell({ kind: 'address', id, address })
    return promise
  }

  function render(address: string, read: Read): Promise<RenderedPage> {
    if (isEnded) return Promise.reject(ended())
    const { promise, ...job } = Promise.withResolvers<RenderedPage>()
    const id = ++lastId
    pageJobs.set(id, { ...job, read, answering: 0 })
    tell({ kind: 'page', id, address })
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
    return { firstPaintScript: await ready.promise, canonicalAddress, render, utilization, close }
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

/** As it was thrown in the thread: its words, and where it came from. */
function errorOf({ message, stack }: Failed): Error {
  return Object.assign(new Error(message), { stack })
}

function boundObjects({ leastYoungMb, mostYoungMb, firstOldMb }: ObjectRoom): void {
  setFlagsFromString(`--min-semi-space-size=${leastYoungMb}`)
  setFlagsFromString(`--max-semi-space-size=${mostYoungMb}`)
  setFlagsFromString(`--initial-old-space-size=${firstOldMb}`)
}
