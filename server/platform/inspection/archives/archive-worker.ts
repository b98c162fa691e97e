import { closeSync, fstatSync, openSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { InvalidArchiveError, messages, type ArchiveKind, type ArchiveListing } from './archive-limits.ts'
import { listArchive } from './list-archive.ts'

export type WorkerRequest = { path: string; extension: ArchiveKind; wasmMemoryMax: number }
export type WorkerMessage =
  | { state: 'reading' }
  | { state: 'listed'; listing: ArchiveListing }
  | { state: 'invalid'; message: string }

/** This thread may be terminated at any time. Its only resource is one open file, which Node.js closes. */
async function work({ path, extension, wasmMemoryMax }: WorkerRequest): Promise<void> {
  const file = openSync(path, 'r')
  const { size } = fstatSync(file)
  send({ state: 'reading' })
  try {
    send({ state: 'listed', listing: await listArchive(file, size, extension, wasmMemoryMax) })
  } catch (error) {
    send({
      state: 'invalid',
      message: error instanceof InvalidArchiveError ? error.message : messages.damaged,
    })
  } finally {
    closeSync(file)
  }
}

function send(message: WorkerMessage): void {
  parentPort?.postMessage(message, [])
}

const request: WorkerRequest = workerData
await work(request)
