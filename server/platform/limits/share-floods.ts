import { z } from 'zod/mini'

import type { Nodes } from '#platform/nodes/nodes.ts'

import type { Counted, Floods } from './floods.ts'

const channel = 'scripthaven_floods'

/** Milliseconds between two exchanges. */
const toldEvery = 1_000

/** A notice of PostgreSQL carries less than 8,000 bytes. */
const payloadMax = 7_000

const Told = z.object({
  from: z.string(),
  counted: z.array(z.tuple([z.string(), z.number()])),
})
type Told = z.infer<typeof Told>

/** Tells the other nodes what was counted here, once a second; a node that is alone tells nobody. */
export async function shareFloods(
  floods: Floods,
  nodes: Pick<Nodes, 'self' | 'others' | 'hear' | 'send'>,
): Promise<{ stop(): void }> {
  await nodes.hear(channel, (payload) => {
    const told = readTold(payload)
    if (told && told.from !== nodes.self) floods.add(told.counted)
  })

  const telling = setInterval(() => {
    if (nodes.others().size === 0) return floods.tellNobody()
    const told = divide(floods.untold()).map((counted): Told => ({ from: nodes.self, counted }))
    if (told.length > 0)
      void nodes.send(
        channel,
        told.map((part) => JSON.stringify(part)),
      )
  }, toldEvery).unref()
  return { stop: () => clearInterval(telling) }
}

/** Whoever reaches the database can send a notice: what is none of ours ends no node. */
function readTold(payload: string): Told | undefined {
  try {
    return Told.safeParse(JSON.parse(payload)).data
  } catch {
    return undefined
  }
}

/** Counts in parts that fit into a notice each. */
function divide(counted: Counted): [string, number][][] {
  const parts: [string, number][][] = []
  let room = 0
  for (const [id, seconds] of counted) {
    const size = Buffer.byteLength(JSON.stringify([id, seconds])) + 1
    if (size > room) {
      parts.push([])
      room = payloadMax
    }
    parts.at(-1)?.push([id, Math.round(seconds * 1000) / 1000])
    room -= size
  }
  return parts
}
