import { Worker } from 'node:worker_threads'

import { invalid } from '#platform/errors.ts'
import { createConcurrencyLimiter } from '#platform/concurrency-limiter.ts'
import { bundleOf } from '#tools/archive-programs.mjs'

import { messages, type ArchiveKind, type ArchiveListing } from './archive-limits.ts'
import type { WorkerMessage, WorkerRequest } from './archive-worker.ts'

export type InspectOptions = {
  /** The format that the file name claims. */
  extension: ArchiveKind
  /** The form field that an error names. */
  field?: string
  timeoutMs?: number
  memoryMb?: number
}

const withinLimit = createConcurrencyLimiter({
  runningMax: 2,
  waitingMax: 20,
  fullMessage: 'Too many archives are being checked. Please try again in a moment.',
})

/**
 * Lists the members of an archive without unpacking, in a worker thread with limits on time and memory. An invalid
 * archive throws a validation error.
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
  const { extension, timeoutMs = 10_000, memoryMb = 64 } = options
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
    const timer = setTimeout(() => resolveInvalid(messages.slow), timeoutMs)
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
        clearTimeout(timer)
        resolveInvalid(messages.damaged)
      })
  }).finally(() => worker.terminate())
}
