import { Worker } from 'node:worker_threads'

import { invalid } from '#platform/failures.ts'
import { createQueue } from '#platform/files/bounded-queue.ts'

import { refusals, type ArchiveKind, type ArchiveListing } from './archive-rules.ts'
import type { Answer, Order } from './archive-worker.ts'

export type InspectOptions = {
  /** What the file's name claims it to be. */
  extension: ArchiveKind
  /** The input that a refusal names. */
  field?: string
  timeoutMs?: number
  memoryMb?: number
}

const inQueue = createQueue({
  runningMax: 2,
  waitingMax: 20,
  fullMessage: 'Too many archives are being checked. Please try again in a moment.',
})

/**
 * Lists an archive's members without unpacking any, in a thread that is killed when it takes too long or too much.
 * An archive that breaks a rule is a Failure `validation` on its field.
 */
export async function inspectArchive(path: string, options: InspectOptions): Promise<ArchiveListing> {
  const { field = 'scriptFile' } = options
  const answer = await inQueue(() => askWorker(path, options))
  if (answer.state === 'refused') throw invalid({ [field]: answer.message })
  return answer.listing
}

type FinalAnswer = Exclude<Answer, { state: 'reading' }>

function askWorker(path: string, options: InspectOptions): Promise<FinalAnswer> {
  const { extension, timeoutMs = 10_000, memoryMb = 64 } = options
  const worker = new Worker(new URL('archive-worker.ts', import.meta.url), {
    workerData: { path, extension, wasmMemoryMax: memoryMb * 1024 ** 2 } satisfies Order,
    // A hostile archive that broke out of its parser would find no secret here.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
  })
  let isReading = false

  return new Promise<FinalAnswer>((resolve, reject) => {
    const refuse = (message: string) => resolve({ state: 'refused', message })
    const timer = setTimeout(() => refuse(refusals.slow), timeoutMs)
    worker
      .on('message', (answer: Answer) => {
        if (answer.state === 'reading') isReading = true
        else resolve(answer)
      })
      .on('error', (error: Error & { code?: string }) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return refuse(refusals.memory)
        // Before it has opened the file the archive cannot be to blame.
        if (isReading) return refuse(refusals.damaged)
        reject(error)
      })
      .on('exit', () => {
        clearTimeout(timer)
        refuse(refusals.damaged)
      })
  }).finally(() => worker.terminate())
}
