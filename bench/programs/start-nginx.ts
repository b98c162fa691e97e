import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { stopProgram, type Program } from './start-program.ts'

const nginx = ['/usr/sbin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx'].find((path) =>
  existsSync(path),
)

/** nginx as the yardstick of downloads: one worker, sendfile, no log. Undefined where there is none. */
export async function startNginx(folder: string, files: string): Promise<Program | undefined> {
  if (nginx === undefined) return undefined
  const startedAt = performance.now()
  const port = await freePort()
  const path = join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (one) => `${one}_temp_path ${folder}/nginx;`,
  )
  await writeFile(
    path,
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log /dev/null; user root;
    events {}
    http { access_log off; sendfile on; tcp_nopush on; ${temporary.join(' ')}
      server { listen 127.0.0.1:${port}; root ${files}; default_type application/octet-stream; } }`,
  )
  const child = spawn(nginx, ['-c', path, '-p', folder, '-e', '/dev/null'], { stdio: 'ignore' })
  const address = `http://127.0.0.1:${port}`
  while (!(await fetch(address).catch(() => undefined))) {
    if (child.exitCode !== null) return undefined
    await pause(20)
  }
  return {
    pid: child.pid ?? 0,
    address,
    readyAfterMs: performance.now() - startedAt,
    stop: () => stopProgram(child, 'SIGQUIT'),
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
