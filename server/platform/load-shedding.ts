import { monitorEventLoopDelay } from 'node:perf_hooks'

import { second } from './clock.ts'
import { unavailable } from './errors.ts'
import type { Log } from './log.ts'

/** The work that takes a slot: an API call or page, the transfer of a file of any size, an image of a page. */
export type WorkKind = 'call' | 'transfer' | 'image'
export type RejectionReason = WorkKind | 'overload'

type LoadLimits = {
  callsMax: number
  transfersMax: number
  /** Milliseconds of mean event-loop delay. */
  eventLoopDelayMax: number
}

export type LoadShedder = {
  /**
   * Runs the work in a slot, or rejects it at once with 503: queued work would slow down every client. One client
   * gets at most half of the slots for transfers.
   */
  run<T>(kind: WorkKind, work: () => Promise<T>, client?: string): Promise<T>
  inFlight(kind: WorkKind): number
  isOverloaded(): boolean
  /** Resolves when no work is in flight, or after so many milliseconds. */
  drain(timeout: number): Promise<void>
  close(): void
}

type Options = { log: Log; onRejected: (reason: RejectionReason) => void }

/** A page shows a dozen images. They are small, but a client that stops reading occupies a slot for each. */
const imagesMax = 1_000
const checkInterval = second / 2
const resolution = 20
const logInterval = 10 * second

const messages: Record<RejectionReason, string> = {
  call: 'The site is busy. Please try again in a moment.',
  transfer: 'Too many files are being sent at this moment. Please try again in a moment.',
  image: 'The site is busy. Please try again in a moment.',
  overload: 'The site is busy. Please try again in a moment.',
}
/** Seconds. */
const retryAfter: Record<RejectionReason, number> = { call: 1, transfer: 5, image: 1, overload: 2 }

/** Limits concurrent work. Each kind has slots of its own, so that transfers cannot block calls. */
export function createLoadShedder(limits: LoadLimits, { log, onRejected }: Options): LoadShedder {
  const slots: Record<WorkKind, number> = {
    call: limits.callsMax,
    transfer: limits.transfersMax,
    image: imagesMax,
  }
  const running: Record<WorkKind, number> = { call: 0, transfer: 0, image: 0 }
  const transfersByClient = new Map<string, number>()
  const loggedAt = new Map<RejectionReason, number>()
  const drained = new Set<() => void>()
  const isIdle = () => Object.values(running).every((count) => count === 0)
  const eventLoop = watchEventLoop(limits.eventLoopDelayMax, log)

  async function run<T>(kind: WorkKind, work: () => Promise<T>, client = ''): Promise<T> {
    if (kind !== 'image' && eventLoop.isOverloaded()) throw reject('overload')
    if (running[kind] >= slots[kind] || (kind === 'transfer' && hasItsShare(client))) throw reject(kind)
    running[kind] += 1
    if (kind === 'transfer') transfersByClient.set(client, (transfersByClient.get(client) ?? 0) + 1)
    try {
      return await work()
    } finally {
      running[kind] -= 1
      if (isIdle()) for (const resolve of drained) resolve()
      if (kind === 'transfer') releaseTransfer(client)
    }
  }

  function hasItsShare(client: string): boolean {
    return (transfersByClient.get(client) ?? 0) >= Math.ceil(slots.transfer / 2)
  }

  function releaseTransfer(client: string) {
    const left = (transfersByClient.get(client) ?? 1) - 1
    if (left > 0) transfersByClient.set(client, left)
    else transfersByClient.delete(client)
  }

  function reject(reason: RejectionReason) {
    onRejected(reason)
    const now = performance.now()
    if (now - (loggedAt.get(reason) ?? -logInterval) >= logInterval) {
      loggedAt.set(reason, now)
      log.warn('Requests are rejected: the node is overloaded', { reason, ...running })
    }
    return unavailable(messages[reason], retryAfter[reason])
  }

  return {
    run,
    inFlight: (kind) => running[kind],
    isOverloaded: () => eventLoop.isOverloaded(),
    async drain(timeout) {
      if (isIdle()) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, timeout)
      drained.add(resolve)
      await promise
      clearTimeout(timer)
      drained.delete(resolve)
    },
    close: () => eventLoop.close(),
  }
}

/** Overloaded means two slow checks in a row: a single stall, such as a garbage collection, is over when it is seen. */
function watchEventLoop(delayMax: number, log: Log) {
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  let slowChecks = 0
  let overloaded = false

  function check() {
    const milliseconds = Math.max(0, delay.mean / 1e6 - resolution)
    delay.reset()
    slowChecks = milliseconds > delayMax ? slowChecks + 1 : 0
    if (!overloaded && slowChecks >= 2) {
      overloaded = true
      log.warn('The event loop is overloaded: only cached responses are sent', { milliseconds })
    } else if (overloaded && milliseconds < delayMax / 2) {
      overloaded = false
      log.warn('The event loop has recovered', { milliseconds })
    }
  }

  const timer = setInterval(check, checkInterval)
  timer.unref()
  return {
    isOverloaded: () => overloaded,
    close() {
      clearInterval(timer)
      delay.disable()
    },
  }
}
