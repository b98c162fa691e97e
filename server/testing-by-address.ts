import { createServer } from 'node:net'

import type { TestProject } from 'vitest/node'

import { installed } from '#platform/postgres/binaries.ts'

import { startTestDatabase } from './testing-database.ts'

/** A server reached by an address, as DATABASE_URL names one: the machine's own PostgreSQL, else a second embedded one. */
export async function setup(project: TestProject) {
  const [binaries] = installed()
  return startTestDatabase(project, { binaries, tcpPort: await freePort() })
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (typeof address !== 'object' || !address) throw new Error('No port was given')
  return address.port
}
