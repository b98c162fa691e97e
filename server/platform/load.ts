import { monitorEventLoopDelay } from 'node:perf_hooks'

import { second } from './clock.ts'
import { unavailable } from './failures.ts'
import type { Log } from './log.ts'

/** What work takes a place of: a call, a file of any size on its way, a picture on its way to a page. */
export type Work = 'call' | 'transfer' | 'picture'

export type LoadLimits = {
  callsMax: number
  transfersMax: number
  /** Milliseconds that a turn of the event loop may take on average. */
  turnMax: number
}

export type Load = {
  /**
   * Does the work, or refuses it at once with 503: what would wait behind more than this is slower for everybody,
   * also for those who are being served. `from` is whose share a transfer is taken of.
   */
  carry<T>(work: Work, act: () => Promise<T>, from?: string): Promise<T>
  /** How many pieces of this work are being done. */
  underWay(work: Work): number
  isOverloaded(): boolean
  /** Resolves once nothing is being done any more, also what nobody waits for any longer; or after so many milliseconds. */
  settled(atMost: number): Promise<void>
  close(): void
}

type Watched = { log: Log; onRefused: (reason: Work | 'overload') => void }

/** A page shows a dozen; they are small and mostly leave at once, but a reader that stands still holds each. */
const picturesMax = 1_000
const watchEvery = second / 2
const resolution = 20
const repeatAfter = 10 * second

const texts: Record<Work | 'overload', string> = {
  call: 'The site is busy. Please try again in a moment.',
  transfer: 'Too many files are being sent at this moment. Please try again in a moment.',
  picture: 'The site is busy. Please try again in a moment.',
  overload: 'The site is busy. Please try again in a moment.',
}
/** Seconds: calls end within a moment, transfers one by one, the event loop is looked at twice a second. */
const tryAgainAfter: Record<Work | 'overload', number> = { call: 1, transfer: 5, picture: 1, overload: 2 }

/** Counts what a node does at a time, each kind for itself, so that one cannot starve another. */
export function watchLoad(limits: LoadLimits, { log, onRefused }: Watched): Load {
  const most: Record<Work, number> = {
    call: limits.callsMax,
    transfer: limits.transfersMax,
    picture: picturesMax,
  }
  const running: Record<Work, number> = { call: 0, transfer: 0, picture: 0 }
  const transfersOf = new Map<string, number>()
  const said = new Map<Work | 'overload', number>()
  const settling = new Set<() => void>()
  const isIdle = () => Object.values(running).every((count) => count === 0)
  const loop = watchEventLoop(limits.turnMax, log)

  async function carry<T>(work: Work, act: () => Promise<T>, from = ''): Promise<T> {
    if (work !== 'picture' && loop.isOverloaded()) throw refuse('overload')
    if (running[work] >= most[work] || (work === 'transfer' && hasItsShare(from))) throw refuse(work)
    running[work] += 1
    if (work === 'transfer') transfersOf.set(from, (transfersOf.get(from) ?? 0) + 1)
    try {
      return await act()
    } finally {
      running[work] -= 1
      if (isIdle()) for (const resolve of settling) resolve()
      if (work === 'transfer') giveBack(from)
    }
  }

  /** Nobody keeps all others from sending and fetching files by doing it slowly. */
  function hasItsShare(from: string): boolean {
    return (transfersOf.get(from) ?? 0) >= Math.ceil(most.transfer / 2)
  }

  function giveBack(from: string) {
    const left = (transfersOf.get(from) ?? 1) - 1
    if (left > 0) transfersOf.set(from, left)
    else transfersOf.delete(from)
  }

  function refuse(reason: Work | 'overload') {
    onRefused(reason)
    const now = performance.now()
    if (now - (said.get(reason) ?? -repeatAfter) >= repeatAfter) {
      said.set(reason, now)
      log.warn('Requests are refused: there is too much to do', { reason, ...running })
    }
    return unavailable(texts[reason], tryAgainAfter[reason])
  }

  return {
    carry,
    underWay: (work) => running[work],
    isOverloaded: () => loop.isOverloaded(),
    async settled(atMost) {
      if (isIdle()) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, atMost)
      settling.add(resolve)
      await promise
      clearTimeout(timer)
      settling.delete(resolve)
    },
    close: () => loop.close(),
  }
}

/**
 * Whether turns of the event loop take too long, twice in a row: one stall, such as a collection of garbage or
 * a machine that was asleep, is over by the time it is noticed.
 */
function watchEventLoop(turnMax: number, log: Log) {
  const turns = monitorEventLoopDelay({ resolution })
  turns.enable()
  let slowLooks = 0
  let overloaded = false

  function look() {
    const milliseconds = Math.max(0, turns.mean / 1e6 - resolution)
    turns.reset()
    slowLooks = milliseconds > turnMax ? slowLooks + 1 : 0
    if (!overloaded && slowLooks >= 2) {
      overloaded = true
      log.warn('The event loop is overloaded: only stored answers are given', { milliseconds })
    } else if (overloaded && milliseconds < turnMax / 2) {
      overloaded = false
      log.warn('The event loop has recovered', { milliseconds })
    }
  }

  const timer = setInterval(look, watchEvery)
  timer.unref()
  return {
    isOverloaded: () => overloaded,
    close() {
      clearInterval(timer)
      turns.disable()
    },
  }
}
