import { once } from 'node:events'
import { createServer } from 'node:net'

/** An unused port of the loopback interface, for a program that cannot listen on port 0. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (typeof address !== 'object' || !address) throw new Error('The server has no port')
  return address.port
}
