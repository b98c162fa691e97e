import { setTimeout as pause } from 'node:timers/promises'

import { openConnection, type Connection, type Told } from './connection.ts'

export type Driven = {
  /** Milliseconds of each answer. */
  latencies: number[]
  failed: number
  seconds: number
}

type Asked = { request: Buffer; onAnswer?: (told: Told) => boolean }

/**
 * Asks again as soon as an answer is there, on that many connections, for as long as it is told to. An answer
 * counts as failed when its `onAnswer` says so or, without one, when its status is an error.
 */
export async function drive(
  address: string,
  { connections, seconds, next }: { connections: number; seconds: number; next: () => Asked },
): Promise<Driven> {
  return withConnections(address, connections, async (open) => {
    const driven: Driven = { latencies: [], failed: 0, seconds: 0 }
    const startedAt = performance.now()
    const until = startedAt + seconds * 1000
    await Promise.all(
      open.map(async (connection) => {
        while (performance.now() < until) {
          const { request, onAnswer = isFine } = next()
          const told = await connection.ask(request)
          driven.latencies.push(told.milliseconds)
          if (!onAnswer(told)) driven.failed++
        }
      }),
    )
    return { ...driven, seconds: (performance.now() - startedAt) / 1000 }
  })
}

/**
 * Asks at a fixed pace, whatever becomes of the answers, and measures from the moment it meant to ask: a server
 * that stalls is not spared the questions of that time.
 */
export async function drivePaced(
  address: string,
  options: { perSecond: number; connections: number; until: () => boolean; next: () => Asked },
): Promise<Driven> {
  const { perSecond, until, next } = options
  return withConnections(address, options.connections, async (open) => {
    const free = [...open]
    const due: number[] = []
    const driven: Driven = { latencies: [], failed: 0, seconds: 0 }
    const underWay = new Set<Promise<void>>()
    const startedAt = performance.now()
    let asked = 0
    const askDue = () => {
      while (free.length > 0 && due.length > 0) {
        // In turns: one that is never asked would be closed for idleness.
        const connection = free.shift()
        const meantAt = due.shift()
        if (!connection || meantAt === undefined) return
        const { request, onAnswer = isFine } = next()
        const answered = connection
          .ask(request)
          .then(
            (told) => {
              driven.latencies.push(performance.now() - meantAt)
              if (!onAnswer(told)) driven.failed++
              return connection
            },
            async () => {
              driven.failed++
              const another = await openConnection(address)
              open.push(another)
              return another
            },
          )
          .then((ready) => {
            free.push(ready)
            underWay.delete(answered)
            askDue()
          })
        underWay.add(answered)
      }
    }
    while (!until()) {
      for (; startedAt + (asked / perSecond) * 1000 <= performance.now(); asked++)
        due.push(startedAt + (asked / perSecond) * 1000)
      askDue()
      await pause(1)
    }
    while (underWay.size > 0) await Promise.all(underWay)
    // With the time that it took to answer what was still due: else a server that falls behind would seem to keep up.
    return { ...driven, seconds: (performance.now() - startedAt) / 1000 }
  })
}

export function untilOver(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1000
  return () => performance.now() >= end
}

async function withConnections<T>(
  address: string,
  count: number,
  work: (open: Connection[]) => Promise<T>,
): Promise<T> {
  const open = await Promise.all(Array.from({ length: count }, () => openConnection(address)))
  try {
    return await work(open)
  } finally {
    for (const connection of open) connection.close()
  }
}

function isFine({ status }: Told): boolean {
  return status < 400
}
