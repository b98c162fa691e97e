import { parentPort, Worker } from 'node:worker_threads'

import { CliError, explainDiskError, systemError } from '#cli/cli-error.ts'
import { InvalidArchiveError } from '#platform/inspection/archives/archive-limits.ts'

import { unpack, type Unpacked, type UnpackRequest } from './unpack.ts'

const advice = 'Nothing was changed. Choose another version in scripthaven.json, or leave the script out.'

type WorkerReply =
  | { state: 'unpacked'; unpacked: Unpacked }
  | { state: 'invalid' | 'failed' | 'ended'; message: string; code?: string }

/**
 * A thread that unpacks while others are downloaded, and whose memory is limited: a malicious archive cannot fill that of
 * the program. A second one would need 35 MB more.
 */
export function openUnpackThread(program: string) {
  // At once: it loads the program while the first archive is downloaded.
  let thread = startThread(program)
  let last: Promise<unknown> = Promise.resolve()

  async function ask(request: UnpackRequest): Promise<WorkerReply> {
    const { worker, failure } = thread
    worker.postMessage(request, [])
    const reply = await Promise.race([nextMessage(worker), failure])
    if (reply.state === 'ended') thread = startThread(program)
    return reply
  }

  return {
    /** `name` is for the message about an archive that cannot be unpacked. */
    async unpack(name: string, request: UnpackRequest): Promise<Unpacked> {
      const asked = last.then(async () => ask(request))
      last = asked
      const reply = await asked
      if (reply.state === 'unpacked') return reply.unpacked
      if (reply.state === 'invalid')
        throw new CliError(`${name} cannot be installed. ${reply.message}. ${advice}`)
      throw (
        explainDiskError(Object.assign(new Error(reply.message), { code: reply.code })) ??
        new CliError(`${name} cannot be installed: ${reply.message}. ${advice}`)
      )
    },
    async close(): Promise<void> {
      await thread.worker.terminate()
    },
  }
}

function startThread(program: string) {
  const worker = new Worker(new URL(program), {
    workerData: 'unpack',
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 2 },
  })
  const failure = new Promise<WorkerReply>((resolve) => {
    worker.once('error', (error) => resolve(failureOf(error, 'ended')))
  })
  return { worker, failure }
}

async function nextMessage(worker: Worker): Promise<WorkerReply> {
  return new Promise((resolve) => worker.once('message', resolve))
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

function failureOf(error: unknown, state: 'failed' | 'ended' = 'failed'): WorkerReply {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof InvalidArchiveError) return { state: 'invalid', message }
  return { state, message, code: systemError(error).code ?? 'unknown' }
}
