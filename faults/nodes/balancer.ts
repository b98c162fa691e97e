import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const example = join(import.meta.dirname, '../../deploy/haproxy.cfg')

export type Balancer = { url: string; close: () => Promise<void> }

/** The path of HAProxy, if it is installed. */
export function findHaproxy(): string | undefined {
  const folders = ['/usr/sbin', '/usr/local/sbin', ...(process.env['PATH'] ?? '').split(delimiter)]
  const found = folders.map((folder) => join(folder, 'haproxy')).find((path) => existsSync(path))
  return found !== undefined && spawnSync(found, ['-v'], { stdio: 'ignore' }).status === 0 ? found : undefined
}

/** Starts HAProxy with the example configuration in deploy/, on other ports. */
export async function startBalancer(
  program: string,
  folder: string,
  port: number,
  nodes: readonly number[],
): Promise<Balancer> {
  const servers = nodes.map((node, index) => `  server node${index + 1} 127.0.0.1:${node}\n`)
  const lines = readFileSync(example, 'utf8').split(/(?<=\n)/)
  const rest = lines.filter((line) => !line.startsWith('  server '))
  if (lines.length - rest.length !== 2) throw new Error('The example of deploy/ has two nodes')
  const text = rest
    .join('')
    .replace(/^ {2}bind .*$/m, `  bind 127.0.0.1:${port}`)
    .concat(...servers)
  const path = join(folder, 'haproxy.cfg')
  writeFileSync(path, text)
  const child = spawn(program, ['-db', '-f', path], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
