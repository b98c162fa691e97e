import { z } from 'zod/mini'

import type { Nodes } from '#platform/cluster/nodes.ts'
import { tooMany } from '#platform/errors.ts'

import { createBuckets, type Monotonic } from './gcra.ts'
import { spacingOf, type LimitPolicy } from './policies.ts'

/** Keys that are sent to the other nodes in one second. Further keys are sent a second later. */
const sentMax = 2_000

/** The counts of this node by key since it last sent them, in seconds of the bucket. */
type Counted = ReadonlyMap<string, number>

/**
 * Approximate rate limits against floods of requests. They need no query: each node counts in memory and sends its
 * counts to the other nodes once a second.
 */
export type LocalLimiter = {
  /** Counts a call; false when the limit is reached. `retryAfter` then gives the time to wait. */
  tryConsume(name: string, key: string, policy: LimitPolicy): boolean
  /** Seconds until the next call with this key can succeed. */
  retryAfter(name: string, key: string, policy: LimitPolicy): number
  /** Counts a call or throws 429 with Retry-After. */
  consume(name: string, key: string, policy: LimitPolicy): void
  /** Returns the counts since the last call, for the other nodes. Counting for them starts with the first call. */
  takeUnsent(): Counted
  /** Stops counting for other nodes, because there are none. */
  discardUnsent(): void
  /** Adds the counts of another node. */
  add(counted: Iterable<readonly [id: string, seconds: number]>): void
}

export function createLocalLimiter(
  isEnabled: boolean,
  now: Monotonic = () => performance.now(),
): LocalLimiter {
  const buckets = createBuckets(now)
  let counting: Map<string, number> | undefined

  function tryConsume(name: string, key: string, policy: LimitPolicy): boolean {
    if (!isEnabled) return true
    const id = `${name} ${key}`
    if (!buckets.tryConsume(id, policy)) return false
    if (counting) {
      const counted = counting.get(id)
      if (counted !== undefined || counting.size < sentMax)
        counting.set(id, (counted ?? 0) + spacingOf(policy))
    }
    return true
  }

  function retryAfter(name: string, key: string, policy: LimitPolicy): number {
    return buckets.retryAfter(`${name} ${key}`, policy)
  }

  function consume(name: string, key: string, policy: LimitPolicy): void {
    if (!tryConsume(name, key, policy)) throw tooMany('Too many requests.', retryAfter(name, key, policy))
  }

  function takeUnsent(): Counted {
    const counted = counting ?? new Map<string, number>()
    counting = new Map()
    return counted
  }

  function discardUnsent() {
    counting = undefined
  }

  function add(counted: Iterable<readonly [string, number]>) {
    for (const [id, seconds] of counted) buckets.add(id, seconds)
  }

  return { tryConsume, retryAfter, consume, takeUnsent, discardUnsent, add }
}

const channel = 'scripthaven_floods'

/** Milliseconds between two messages. */
const sendInterval = 1_000

/** NOTIFY payloads are limited to 7,999 bytes. */
const payloadMax = 7_000

const Message = z.object({
  from: z.string(),
  counted: z.array(z.tuple([z.string(), z.number()])),
})
type Message = z.infer<typeof Message>

/** Sends the counts of this node to the other nodes once a second. A node without peers sends nothing. */
export async function shareLocalLimits(
  localLimiter: LocalLimiter,
  nodes: Pick<Nodes, 'self' | 'peers' | 'subscribe' | 'publish'>,
): Promise<{ stop(): void }> {
  await nodes.subscribe(channel, (payload) => {
    const message = parseMessage(payload)
    if (message && message.from !== nodes.self) localLimiter.add(message.counted)
  })

  const timer = setInterval(() => {
    if (nodes.peers().size === 0) return localLimiter.discardUnsent()
    const messages = split(localLimiter.takeUnsent()).map((counted): Message => ({
      from: nodes.self,
      counted,
    }))
    if (messages.length > 0)
      void nodes.publish(
        channel,
        messages.map((message) => JSON.stringify(message)),
      )
  }, sendInterval).unref()
  return { stop: () => clearInterval(timer) }
}

/** Any client of the database can send a notification, so an invalid payload is ignored. */
function parseMessage(payload: string): Message | undefined {
  try {
    return Message.safeParse(JSON.parse(payload)).data
  } catch {
    return undefined
  }
}

/** Splits the counts so that each part fits into one payload. */
function split(counted: Counted): [string, number][][] {
  const parts: [string, number][][] = []
  let bytesLeft = 0
  for (const [id, seconds] of counted) {
    const size = Buffer.byteLength(JSON.stringify([id, seconds])) + 1
    if (size > bytesLeft) {
      parts.push([])
      bytesLeft = payloadMax
    }
    parts.at(-1)?.push([id, Math.round(seconds * 1000) / 1000])
    bytesLeft -= size
  }
  return parts
}
