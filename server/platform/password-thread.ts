import { Worker } from 'node:worker_threads'

import type { Answer, Job } from './password-worker.ts'

type Done = Exclude<Answer, { error: unknown }>
type Thread = (job: Job) => Promise<Done>

let thread: Thread | undefined

/**
 * Hashing takes a core for as long as it lasts. It does so in a thread that lets everybody else go first, and that
 * begins with the first password: who only looks after the database has none. When it dies, whoever waits for it
 * hears so, and the next password begins another.
 */
export function workOnPassword(job: Job): Promise<Done> {
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
  const waiting: PromiseWithResolvers<Done>[] = []
  let cause: unknown
  worker
    .on('message', (answer: Answer) => {
      // It does one after the other.
      const first = waiting.shift()
      if ('error' in answer) first?.reject(answer.error)
      else first?.resolve(answer)
      if (waiting.length === 0) worker.unref()
    })
    .on('error', (error) => {
      cause = error
    })
    .on('exit', () => {
      onEnd()
      for (const { reject } of waiting) reject(new Error('The thread that hashes passwords ended', { cause }))
    })

  return (job) => {
    const done = Promise.withResolvers<Done>()
    waiting.push(done)
    // A program ends when nothing is left to do, and a thread that only waits is nothing.
    worker.ref()
    worker.postMessage(job, [])
    return done.promise
  }
}
