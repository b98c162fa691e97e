import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port of loopback that nobody listens on at this moment, for a program that has to be told one. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (typeof address !== 'object' || !address) throw new Error('No port was given')
  return address.port
}
