import type { IncomingMessage } from 'node:http'

import { conflict } from '#platform/failures.ts'
import { perHub, type Hub } from '#platform/hub.ts'

/** Which request writes each upload at the moment. */
const receivers = perHub(() => new Map<string, { request: IncomingMessage; settled: Promise<unknown> }>())

/** How many uploads are being written at the moment. */
export function countReceiving(hub: Hub): number {
  return receivers(hub).size
}

/** Runs what writes an upload; a second request for the same one is refused meanwhile. */
export async function receiveAlone<T>(
  hub: Hub,
  key: string,
  request: IncomingMessage,
  work: () => Promise<T>,
): Promise<T> {
  const open = receivers(hub)
  if (open.has(key)) throw conflict('This upload is being written by another request')
  const done = work().finally(() => open.delete(key))
  open.set(key, { request, settled: done.catch(() => undefined) })
  return done
}

/**
 * Ends what still writes an upload and waits until its bytes are safe. Who asks again has lost the connection of the
 * first request; the server often learns of that only much later.
 */
export async function breakOff(hub: Hub, key: string): Promise<void> {
  const open = receivers(hub)
  for (let receiver = open.get(key); receiver; receiver = open.get(key)) {
    receiver.request.destroy()
    await receiver.settled
  }
}

/** Runs what writes an upload in place of whoever does so now. */
export async function takeOver<T>(
  hub: Hub,
  key: string,
  request: IncomingMessage,
  work: () => Promise<T>,
): Promise<T> {
  await breakOff(hub, key)
  return receiveAlone(hub, key, request, work)
}
