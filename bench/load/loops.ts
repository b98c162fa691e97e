import { setTimeout as pause } from 'node:timers/promises'

import { openConnection, type Connection, type TimedResponse } from './connection.ts'

export type LoadSamples = {
  /** Milliseconds of each response. */
  latencies: number[]
  failed: number
  seconds: number
}

/** Without `isSuccess`, an error status is a failure. */
type LoadRequest = { request: Buffer; isSuccess?: (response: TimedResponse) => boolean }

/** Each connection sends the next request as soon as it has a response. */
export async function runClosedLoop(
  url: string,
  { connections, seconds, next }: { connections: number; seconds: number; next: () => LoadRequest },
): Promise<LoadSamples> {
  return withConnections(url, connections, async (open) => {
    const samples: LoadSamples = { latencies: [], failed: 0, seconds: 0 }
    const startedAt = performance.now()
    const end = startedAt + seconds * 1000
    await Promise.all(
      open.map(async (connection) => {
        while (performance.now() < end) {
          const { request, isSuccess = hasNoError } = next()
          const response = await connection.send(request)
          samples.latencies.push(response.milliseconds)
          if (!isSuccess(response)) samples.failed++
        }
      }),
    )
    return { ...samples, seconds: (performance.now() - startedAt) / 1000 }
  })
}

/**
 * Sends requests at a constant rate, independent of response times. Latency counts from the time at which a request was
 * due, so a server that stalls is charged for the requests of that time (coordinated omission).
 */
export async function runOpenLoop(
  url: string,
  options: { perSecond: number; connections: number; until: () => boolean; next: () => LoadRequest },
): Promise<LoadSamples> {
  const { perSecond, until, next } = options
  return withConnections(url, options.connections, async (open) => {
    const idle = [...open]
    const due: number[] = []
    const samples: LoadSamples = { latencies: [], failed: 0, seconds: 0 }
    const inFlight = new Set<Promise<void>>()
    const startedAt = performance.now()
    let scheduled = 0
    const sendDue = () => {
      while (idle.length > 0 && due.length > 0) {
        // First in, first out: the server would close a connection that is never used.
        const connection = idle.shift()
        const dueAt = due.shift()
        if (!connection || dueAt === undefined) return
        const { request, isSuccess = hasNoError } = next()
        const done = connection
          .send(request)
          .then(
            (response) => {
              samples.latencies.push(performance.now() - dueAt)
              if (!isSuccess(response)) samples.failed++
              return connection
            },
            async () => {
              samples.failed++
              const replacement = await openConnection(url)
              open.push(replacement)
              return replacement
            },
          )
          .then((ready) => {
            idle.push(ready)
            inFlight.delete(done)
            sendDue()
          })
        inFlight.add(done)
      }
    }
    while (!until()) {
      for (; startedAt + (scheduled / perSecond) * 1000 <= performance.now(); scheduled++)
        due.push(startedAt + (scheduled / perSecond) * 1000)
      sendDue()
      await pause(1)
    }
    while (inFlight.size > 0) await Promise.all(inFlight)
    // Includes the time for requests still in flight, so that a server that falls behind does not seem to keep up.
    return { ...samples, seconds: (performance.now() - startedAt) / 1000 }
  })
}

/** True once that many seconds have passed. */
export function untilOver(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1000
  return () => performance.now() >= end
}

async function withConnections<T>(
  url: string,
  count: number,
  work: (open: Connection[]) => Promise<T>,
): Promise<T> {
  const open = await Promise.all(Array.from({ length: count }, () => openConnection(url)))
  try {
    return await work(open)
  } finally {
    for (const connection of open) connection.close()
  }
}

function hasNoError({ status }: TimedResponse): boolean {
  return status < 400
}
