import { Worker } from 'node:worker_threads'

import { invalid, unavailable } from '#platform/errors.ts'
import { createConcurrencyLimiter } from '#platform/concurrency.ts'
import { bundleOf } from '#tools/archive-programs.mjs'

import { messages, type ArchiveKind, type ArchiveListing } from './archive-limits.ts'
import type { WorkerMessage, WorkerRequest } from './archive-worker.ts'

type InspectOptions = {
  /** The format that the file name claims. */
  extension: ArchiveKind
  /** The form field that an error names. */
  field?: string
  /** Of processor time: a busy machine does not make an archive invalid. */
  processorMs?: number
  timeoutMs?: number
  memoryMb?: number
}

const withinLimit = createConcurrencyLimiter({
  runningMax: 2,
  waitingMax: 20,
  fullMessage: 'Too many archives are being checked. Please try again in a moment.',
})

const busy = 'The server is too busy to check the archive. Please try again in a moment.'
/** How often the processor time is read. */
const intervalMs = 250

/**
 * Lists the members of an archive without unpacking, in a worker thread with limits on processor time and memory. An
 * invalid archive throws a validation error; a check that has not ended after two minutes, a 503.
 */
export async function inspectArchive(path: string, options: InspectOptions): Promise<ArchiveListing> {
  const { field = 'scriptFile' } = options
  const result = await withinLimit(() => runWorker(path, options))
  if (result.state === 'invalid') throw invalid({ [field]: result.message })
  return result.listing
}

const source = new URL('archive-worker.ts', import.meta.url)

type WorkerResult = Exclude<WorkerMessage, { state: 'reading' }>

function runWorker(path: string, options: InspectOptions): Promise<WorkerResult> {
  const { extension, processorMs = 10_000, timeoutMs = 120_000, memoryMb = 64 } = options
  const worker = new Worker(bundleOf(source), {
    workerData: { path, extension, wasmMemoryMax: memoryMb * 1024 ** 2 } satisfies WorkerRequest,
    // No secrets, in case a malicious archive exploits its parser.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
  })
  let isReading = false

  return new Promise<WorkerResult>((resolve, reject) => {
    const resolveInvalid = (message: string) => resolve({ state: 'invalid', message })
    const timeout = setTimeout(() => reject(unavailable(busy, 30)), timeoutMs)
    const readProcessorTime = setInterval(() => {
      worker.cpuUsage().then(
        ({ user, system }) => {
          if ((user + system) / 1000 > processorMs) resolveInvalid(messages.slow)
        },
        // The worker has ended.
        () => undefined,
      )
    }, intervalMs)
    worker
      .on('message', (message: WorkerMessage) => {
        if (message.state === 'reading') isReading = true
        else resolve(message)
      })
      .on('error', (error: Error & { code?: string }) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return resolveInvalid(messages.memory)
        // An error before the file is open is internal.
        if (isReading) return resolveInvalid(messages.damaged)
        reject(error)
      })
      .on('exit', () => {
        clearTimeout(timeout)
        clearInterval(readProcessorTime)
        resolveInvalid(messages.damaged)
      })
  }).finally(() => worker.terminate())
}
