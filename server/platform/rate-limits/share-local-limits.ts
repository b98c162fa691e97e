import { z } from 'zod/mini'

import type { Nodes } from '#platform/cluster/nodes.ts'

import type { Counted, LocalLimiter } from './local-limiter.ts'

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
