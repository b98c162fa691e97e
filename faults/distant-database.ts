import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { installed } from '#postgres-launcher/binaries.ts'
import { launchPostgres } from '#postgres-launcher/launch.ts'
import { freePort } from '#test-support/free-port.ts'
import { startTcpProxy, type TcpProxy } from '#test-support/tcp-proxy.ts'

/** A PostgreSQL server over TCP behind a proxy. It uses the installation of the system if there is one. */
export type DistantDatabase = {
  /** For the app: through the proxy. */
  url: string
  /** A direct connection, for checks. */
  directUrl: string
  proxy: TcpProxy
  remove: () => Promise<void>
}

export async function openDistantDatabase(): Promise<DistantDatabase> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'scripthaven-distant-')))
  chmodSync(folder, 0o755)
  const [binaries] = installed()
  const server = await launchPostgres(folder, { binaries, tcpPort: await freePort() })
  const proxy = await startTcpProxy()
  const directUrl = server.url ?? ''
  const reached = proxy.through({ connectionString: directUrl })
  return {
    url: 'connectionString' in reached ? reached.connectionString : '',
    directUrl,
    proxy,
    async remove() {
      await proxy.close()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
