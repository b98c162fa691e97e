import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installFromDebian } from './debian.mjs'

/** Sees to it that there is a balancer where that can be done. Whoever needs one and finds none says so by itself. */
export async function installHaproxy() {
  const folders = ['/usr/sbin', '/usr/local/sbin', ...(process.env['PATH'] ?? '').split(delimiter)]
  if (folders.some((folder) => existsSync(join(folder, 'haproxy')))) return
  await installFromDebian('HAProxy', 'haproxy').catch((error) => {
    console.error(error instanceof Error ? error.message : error)
  })
}
