import { Worker } from 'node:worker_threads'

import type { Job, JobResult } from './password-worker.ts'

type Done = Exclude<JobResult, { error: unknown }>
type Thread = (job: Job) => Promise<Done>

let thread: Thread | undefined

/**
 * Hashes in a worker thread at low priority, because a hash occupies a core. The thread starts with the first
 * password, so command-line tools have none. When it dies, pending calls reject and the next call starts a new one.
 */
export function runInWorker(job: Job): Promise<Done> {
  thread ??= startThread(() => {
    thread = undefined
  })
  return thread(job)
}

function startThread(onEnd: () => void): Thread {
  const worker = new Worker(new URL('password-worker.ts', import.meta.url), {
    env: {},
    execArgv: [],
  })
  const pending: PromiseWithResolvers<Done>[] = []
  let cause: unknown
  worker
    .on('message', (message: JobResult) => {
      // The worker processes jobs in order.
      const first = pending.shift()
      if ('error' in message) first?.reject(message.error)
      else first?.resolve(message)
      if (pending.length === 0) worker.unref()
    })
    .on('error', (error) => {
      cause = error
    })
    .on('exit', () => {
      onEnd()
      for (const { reject } of pending) reject(new Error('The thread that hashes passwords ended', { cause }))
    })

  return (job) => {
    const done = Promise.withResolvers<Done>()
    pending.push(done)
    // Referenced only while jobs are pending, so that an idle worker does not keep the process alive.
    worker.ref()
    worker.postMessage(job, [])
    return done.promise
  }
}
