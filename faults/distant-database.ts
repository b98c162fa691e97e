import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { installed } from '#platform/postgres/binaries.ts'
import { launchPostgres } from '#platform/postgres/launch.ts'
import { freePort } from '#platform/testing-free-port.ts'
import { openLine, type Line } from '#server/testing-line.ts'

/** A PostgreSQL server by its address, the machine's own where there is one, and the line by which a hub reaches it. */
export type DistantDatabase = {
  /** For the hub: over the line. */
  url: string
  /** For whoever looks after it: past the line. */
  directUrl: string
  line: Line
  remove: () => Promise<void>
}

export async function openDistantDatabase(): Promise<DistantDatabase> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'scripthaven-distant-')))
  chmodSync(folder, 0o755)
  const [binaries] = installed()
  const server = await launchPostgres(folder, { binaries, tcpPort: await freePort() })
  const line = await openLine()
  const directUrl = server.url ?? ''
  const reached = line.through({ connectionString: directUrl })
  return {
    url: 'connectionString' in reached ? reached.connectionString : '',
    directUrl,
    line,
    async remove() {
      await line.close()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
