import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * An unused port of the loopback interface, for a program that cannot listen on port 0. It is below those that operating
 * systems give to connections and to port 0, because another program would get it before this one listens.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000)
  const probe = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!isFree) return freePort()
  await new Promise((resolve) => probe.close(resolve))
  return port
}
