import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { freePort } from './free-port.ts'

const program = ['/usr/sbin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx'].find((path) =>
  existsSync(path),
)

export const hasNginx = program !== undefined

/** nginx with one worker and one server block. Undefined if nginx is not installed. */
export async function spawnNginx(
  folder: string,
  server: string,
): Promise<{ child: ChildProcess; url: string } | undefined> {
  if (program === undefined) return undefined
  const port = await freePort()
  const path = join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/nginx;`,
  )
  await writeFile(
    path,
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log /dev/null; ${process.getuid?.() === 0 ? 'user root;' : ''}
    events {}
    http { access_log off; sendfile on; tcp_nopush on; ${temporary.join(' ')}
      server { listen 127.0.0.1:${port}; ${server} } }`,
  )
  const child = spawn(program, ['-c', path, '-p', folder, '-e', '/dev/null'], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(url).catch(() => undefined))) {
    if (child.exitCode !== null) return undefined
    await pause(20)
  }
  return { child, url }
}
