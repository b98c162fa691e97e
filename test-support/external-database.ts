import type { TestProject } from 'vitest/node'

import { installed } from '#postgres-launcher/binaries.ts'
import { freePort } from './free-port.ts'

import { startTestDatabase } from './database.ts'

/** A server reached by an address, as DATABASE_URL names one: the machine's own PostgreSQL, else a second embedded one. */
export async function setup(project: TestProject) {
  const [binaries] = installed()
  return startTestDatabase(project, { binaries, tcpPort: await freePort() })
}
