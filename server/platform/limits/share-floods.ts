import { z } from 'zod/mini'

import type { Nodes } from '#platform/nodes.ts'

import type { Counted, Floods } from './floods.ts'

const channel = 'scripthaven_floods'

/** Milliseconds between two exchanges, and between two signs of life. */
const toldEvery = 1_000
const seenEvery = 10_000
/** A node that was not heard for this long has ended. */
const goneAfter = 3 * seenEvery

/** A notice of PostgreSQL carries less than 8,000 bytes. */
const payloadMax = 7_000

const Told = z.object({
  from: z.string(),
  counted: z.optional(z.array(z.tuple([z.string(), z.number()]))),
})
type Told = z.infer<typeof Told>

/** Tells the other nodes what was counted here, once a second; a node that is alone only says that it is there. */
export async function shareFloods(
  floods: Floods,
  nodes: Pick<Nodes, 'self' | 'hear' | 'send'>,
): Promise<{ stop(): void }> {
  const { self } = nodes
  const heardAt = new Map<string, number>()

  const send = (told: readonly Told[]) =>
    nodes.send(
      channel,
      told.map((one) => JSON.stringify(one)),
    )
  const greet = () => send([{ from: self }])

  await nodes.hear(channel, (payload) => {
    const told = readTold(payload)
    if (!told || told.from === self) return
    // A node that is new here does not know of this one yet.
    if (!heardAt.has(told.from)) void greet()
    heardAt.set(told.from, performance.now())
    if (told.counted) floods.add(told.counted)
  })

  function tell() {
    for (const [node, at] of heardAt) if (performance.now() - at > goneAfter) heardAt.delete(node)
    if (heardAt.size === 0) return
    const told = divide(floods.untold()).map((counted) => ({ from: self, counted }))
    if (told.length > 0) void send(told)
  }

  await greet()
  const timers = [setInterval(tell, toldEvery).unref(), setInterval(greet, seenEvery).unref()]
  return { stop: () => timers.forEach((timer) => clearInterval(timer)) }
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
