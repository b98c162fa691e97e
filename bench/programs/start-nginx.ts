import type { RunningProcess } from '#test-support/app-process.ts'
import { spawnNginx } from '#test-support/nginx.ts'

/** Starts nginx as the baseline of downloads and as a reverse proxy of the app. Undefined if it is not installed. */
export async function startNginx(
  folder: string,
  server: string,
): Promise<Pick<RunningProcess, 'pid' | 'url' | 'stop'> | undefined> {
  const started = await spawnNginx(folder, server)
  if (!started) return undefined
  const { child, url } = started
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  )
  return {
    pid: child.pid ?? 0,
    url,
    stop() {
      child.kill('SIGQUIT')
      return exited
    },
  }
}
