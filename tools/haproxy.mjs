import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installFromDebian } from './debian.mjs'

/** Installs HAProxy where possible. Cluster tests without it are skipped with a message. */
export async function installHaproxy() {
  const folders = ['/usr/sbin', '/usr/local/sbin', ...(process.env['PATH'] ?? '').split(delimiter)]
  if (folders.some((folder) => existsSync(join(folder, 'haproxy')))) return
  await installFromDebian('HAProxy', 'haproxy').catch((error) => {
    console.error(error instanceof Error ? error.message : error)
  })
}
