import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

import { conflict, unavailable } from '#platform/failures.ts'
import { perHub, type Hub } from '#platform/hub.ts'

type Receiver = {
  request: IncomingMessage
  settled: Promise<unknown>
  /** The name of the upload is held, so that no other node writes it; until then it is waited for. */
  isWriting: boolean
}

/** Which request of this node writes each upload at the moment. */
const receivers = perHub(() => new Map<string, Receiver>())

const channel = 'scripthaven_takeovers'

/** Milliseconds: how often another node is asked to break off, and how long that may take. */
const askEvery = 100
const askFor = 15_000

const beingWritten = () => conflict('This upload is being written by another request')

/** How many uploads are being written at the moment. */
export function countReceiving(hub: Hub): number {
  return receivers(hub).size
}

/** From now on this node breaks off what another one takes over, and everything once it cannot hold names any more. */
export async function hearTakeovers(hub: Hub): Promise<void> {
  const open = receivers(hub)
  hub.nodes.onLoss(() => open.forEach(({ request }) => request.destroy()))
  await hub.nodes.hear(channel, (notice) => {
    const [by, key = ''] = notice.split(' ')
    const receiver = open.get(key)
    if (by !== hub.nodes.self && receiver?.isWriting) receiver.request.destroy()
  })
}

/** Runs what writes an upload; a second request for the same one is refused meanwhile, at whichever node. */
export async function receiveAlone<T>(
  hub: Hub,
  key: string,
  request: IncomingMessage,
  work: () => Promise<T>,
): Promise<T> {
  const hold = async () => {
    if (!(await hub.nodes.tryHold(nameOf(key)))) throw beingWritten()
  }
  return receive(hub, key, request, hold, work)
}

/** Runs what writes an upload in place of whoever does so now. */
export async function takeOver<T>(
  hub: Hub,
  key: string,
  request: IncomingMessage,
  work: () => Promise<T>,
): Promise<T> {
  await breakOffHere(hub, key)
  return receive(hub, key, request, () => takeFromOthers(hub, key, () => request.destroyed), work)
}

/**
 * Ends what still writes an upload and waits until its bytes are safe. Who asks again has lost the connection of the
 * first request; the server often learns of that only much later.
 */
export async function breakOff(hub: Hub, key: string): Promise<void> {
  await breakOffHere(hub, key)
  await takeFromOthers(hub, key)
  await hub.nodes.letGo(nameOf(key))
}

async function breakOffHere(hub: Hub, key: string): Promise<void> {
  const open = receivers(hub)
  for (let receiver = open.get(key); receiver; receiver = open.get(key)) {
    receiver.request.destroy()
    await receiver.settled
  }
}

/** Asks again and again: a node that has just come back did not hear the first time. */
async function takeFromOthers({ nodes }: Hub, key: string, isGivenUp = () => false): Promise<void> {
  const askUntil = performance.now() + askFor
  while (!(await nodes.tryHold(nameOf(key)))) {
    if (isGivenUp() || performance.now() > askUntil)
      throw unavailable('This upload is still being written. Please try again.')
    await nodes.send(channel, [`${nodes.self} ${key}`])
    await pause(askEvery)
  }
}

/** Keeps the other requests of this node away from the first moment on, and those of other nodes once it holds. */
async function receive<T>(
  hub: Hub,
  key: string,
  request: IncomingMessage,
  hold: () => Promise<void>,
  work: () => Promise<T>,
): Promise<T> {
  const open = receivers(hub)
  if (open.has(key)) throw beingWritten()
  const receiver: Receiver = { request, settled: Promise.resolve(), isWriting: false }
  open.set(key, receiver)
  const done = (async () => {
    try {
      await hold()
      receiver.isWriting = true
      return await work()
    } finally {
      if (receiver.isWriting) await hub.nodes.letGo(nameOf(key))
      open.delete(key)
    }
  })()
  receiver.settled = done.catch(() => undefined)
  return done
}

function nameOf(key: string): string {
  return `upload ${key}`
}
