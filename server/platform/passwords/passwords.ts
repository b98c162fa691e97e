import { Worker } from 'node:worker_threads'

import { second } from '#platform/clock.ts'
import { createConcurrencyLimiter } from '#platform/concurrency.ts'

import type { Job, JobResult } from './password-worker.ts'

/** The OWASP parameters for argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// One at a time: with more, a flood of sign-ins raised the p99 of other calls from 11 ms to 65 ms.
const limit = createConcurrencyLimiter({
  runningMax: 1,
  waitingMax: 32,
  fullMessage: 'Too many people are signing in at this moment. Please try again.',
  // Without a delay, clients retry at once and error responses occupy the event loop.
  delayMs: second,
})

/** A hash of the same cost that no password matches. */
const dummyHash = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Throws 503 when too many passwords are queued, before the database is queried. */
export function assertPasswordCapacity(): void {
  limit.assertCapacity()
}

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await limit(() => runInWorker({ password, cost }))
  return hash
}

/** Without `known`, because the account does not exist, the result is false after the same time. */
export async function verifyPassword(known: string | undefined, password: string): Promise<boolean> {
  const { matches } = await limit(() => runInWorker({ password, known: known ?? dummyHash }))
  return matches && known !== undefined
}

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
