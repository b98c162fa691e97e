import { parentPort, Worker } from 'node:worker_threads'

import { CliError, explainDiskError, systemError } from '#cli/cli-error.ts'
import { InvalidArchiveError } from '#platform/inspection/archives/archive-limits.ts'

import { unpack, type Unpacked, type UnpackRequest } from './unpack.ts'

const advice = 'Nothing was changed. Choose another version in scripthaven.json, or leave the script out.'

type WorkerReply =
  | { state: 'unpacked'; unpacked: Unpacked }
  | { state: 'invalid' | 'failed'; message: string; code?: string }

/**
 * A thread that unpacks while others are downloaded, and whose memory is limited: a malicious archive cannot fill that of
 * the program. A second one would need 35 MB more.
 */
export function openUnpackPool(program: string) {
  const waiting: ((worker: Worker) => void)[] = []
  const all = new Set<Worker>()

  function start(): Worker {
    const worker = new Worker(new URL(program), {
      workerData: 'unpack',
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 2 },
    })
    all.add(worker)
    return worker
  }

  // At once: it loads the program while the first archive is downloaded.
  const idle = [start()]

  async function take(): Promise<Worker> {
    return idle.pop() ?? new Promise((resolve) => waiting.push(resolve))
  }

  function giveBack(worker: Worker): void {
    const next = waiting.shift()
    if (next) next(worker)
    else idle.push(worker)
  }

  return {
    /** `name` is for the message about an archive that cannot be unpacked. */
    async unpack(name: string, request: UnpackRequest): Promise<Unpacked> {
      const worker = await take()
      const reply = await ask(worker, request)
      if (reply.state === 'failed' && reply.code === 'ERR_WORKER_OUT_OF_MEMORY') {
        all.delete(worker)
        giveBack(start())
      } else giveBack(worker)
      if (reply.state === 'unpacked') return reply.unpacked
      if (reply.state === 'invalid')
        throw new CliError(`${name} cannot be installed. ${reply.message}. ${advice}`)
      throw (
        explainDiskError(Object.assign(new Error(reply.message), { code: reply.code })) ??
        new CliError(`${name} cannot be installed: ${reply.message}. ${advice}`)
      )
    },
    async close(): Promise<void> {
      await Promise.all([...all].map((worker) => worker.terminate()))
    },
  }
}

async function ask(worker: Worker, request: UnpackRequest): Promise<WorkerReply> {
  return new Promise((resolve) => {
    const onMessage = (reply: WorkerReply) => settle(reply)
    const onError = (error: Error & { code?: string }) =>
      settle({ state: 'failed', message: error.message, code: error.code ?? 'unknown' })
    const settle = (reply: WorkerReply) => {
      worker.off('message', onMessage).off('error', onError)
      resolve(reply)
    }
    worker.on('message', onMessage).on('error', onError)
    worker.postMessage(request, [])
  })
}

/** What such a thread does. */
export function serveUnpacking(): void {
  parentPort?.on('message', (request: UnpackRequest) => {
    void unpack(request).then(
      (unpacked) => send({ state: 'unpacked', unpacked }),
      (error: unknown) => send(failureOf(error)),
    )
  })
}

function send(message: WorkerReply): void {
  parentPort?.postMessage(message, [])
}

function failureOf(error: unknown): WorkerReply {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof InvalidArchiveError) return { state: 'invalid', message }
  return { state: 'failed', message, code: systemError(error).code ?? 'unknown' }
}
