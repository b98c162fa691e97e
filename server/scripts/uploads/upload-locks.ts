import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

import { conflict, unavailable } from '#platform/errors.ts'
import { lazySingleton, type App } from '#platform/app.ts'

type Writer = {
  request: IncomingMessage
  settled: Promise<unknown>
  /** False while it waits for the lock that all nodes share. */
  hasLock: boolean
}

/** The request of this node that writes each upload, by upload key. */
const writersOf = lazySingleton(() => new Map<string, Writer>())

const channel = 'scripthaven_takeovers'

const retryMs = 100
const preemptMs = 15_000

const lockedError = () => conflict('This upload is being written by another request')

/** The number of uploads that this node is writing. */
export function countActiveUploads(app: App): number {
  return writersOf(app).size
}

/** Aborts a writer when another node preempts it, and all writers when the connection that holds the locks is lost. */
export async function subscribeToPreemptions(app: App): Promise<void> {
  const writers = writersOf(app)
  app.nodes.onDisconnect(() => writers.forEach(({ request }) => request.destroy()))
  await app.nodes.subscribe(channel, (message) => {
    const [sender, key = ''] = message.split(' ')
    const writer = writers.get(key)
    if (sender !== app.nodes.self && writer?.hasLock) writer.request.destroy()
  })
}

/** Runs `work` as the only writer of an upload in the cluster; throws a conflict when there is another writer. */
export async function withUploadLock<T>(
  app: App,
  key: string,
  request: IncomingMessage,
  work: () => Promise<T>,
): Promise<T> {
  const lock = async () => {
    if (!(await app.nodes.tryLock(lockName(key)))) throw lockedError()
  }
  return runAsWriter(app, key, request, lock, work)
}

/** Like withUploadLock, but aborts another writer. */
export async function preemptUpload<T>(
  app: App,
  key: string,
  request: IncomingMessage,
  work: () => Promise<T>,
): Promise<T> {
  await abortLocalWriter(app, key)
  return runAsWriter(app, key, request, () => lockPreempting(app, key, () => request.destroyed), work)
}

/**
 * Aborts the writer of an upload and waits until its bytes are stored. A client that reconnects has lost its first
 * connection, often long before the server notices.
 */
export async function abortWriter(app: App, key: string): Promise<void> {
  await abortLocalWriter(app, key)
  await lockPreempting(app, key)
  await app.nodes.unlock(lockName(key))
}

async function abortLocalWriter(app: App, key: string): Promise<void> {
  const writers = writersOf(app)
  for (let writer = writers.get(key); writer; writer = writers.get(key)) {
    writer.request.destroy()
    await writer.settled
  }
}

/** Publishes repeatedly: a node that is just reconnecting misses a message. */
async function lockPreempting({ nodes }: App, key: string, isCanceled = () => false): Promise<void> {
  const deadline = performance.now() + preemptMs
  while (!(await nodes.tryLock(lockName(key)))) {
    if (isCanceled() || performance.now() > deadline)
      throw unavailable('This upload is still being written. Please try again.')
    await nodes.publish(channel, [`${nodes.self} ${key}`])
    await pause(retryMs)
  }
}

/** Excludes other requests of this node at once, and those of other nodes as soon as it has the lock. */
async function runAsWriter<T>(
  app: App,
  key: string,
  request: IncomingMessage,
  lock: () => Promise<void>,
  work: () => Promise<T>,
): Promise<T> {
  const writers = writersOf(app)
  if (writers.has(key)) throw lockedError()
  const writer: Writer = { request, settled: Promise.resolve(), hasLock: false }
  writers.set(key, writer)
  const result = (async () => {
    try {
      await lock()
      writer.hasLock = true
      return await work()
    } finally {
      if (writer.hasLock) await app.nodes.unlock(lockName(key))
      writers.delete(key)
    }
  })()
  writer.settled = result.catch(() => undefined)
  return result
}

function lockName(key: string): string {
  return `upload ${key}`
}
