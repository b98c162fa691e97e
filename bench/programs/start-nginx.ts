import { spawnNginx } from '#platform/testing-nginx.ts'

import { stopProgram, type Program } from './start-program.ts'

/**
 * nginx as the yardstick of downloads, and in front of a hub whose files it sends itself. Undefined where there is none.
 */
export async function startNginx(folder: string, server: string): Promise<Program | undefined> {
  const startedAt = performance.now()
  const started = await spawnNginx(folder, server)
  return (
    started && {
      pid: started.child.pid ?? 0,
      address: started.address,
      readyAfterMs: performance.now() - startedAt,
      stop: () => stopProgram(started.child, 'SIGQUIT'),
    }
  )
}
