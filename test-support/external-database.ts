import type { TestProject } from 'vitest/node'

import { installed } from '#postgres-launcher/binaries.ts'
import { freePort } from './free-port.ts'

import { startTestDatabase } from './database.ts'

/** A server with a connection URL, as in DATABASE_URL: PostgreSQL of the system, else a second embedded one. */
export async function setup(project: TestProject) {
  const [binaries] = installed()
  return startTestDatabase(project, { binaries, tcpPort: await freePort() })
}
