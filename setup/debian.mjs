import { existsSync } from 'node:fs'
import { runStep } from './run-program.mjs'

/**
 * Installs a package of the system where that can be done unasked: as root on Debian or its kin. Does nothing elsewhere.
 *
 * @param {string} title
 * @param {string} name
 */
export async function installFromDebian(title, name) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await runStep('Reading the list of system packages', 'apt-get', ['update'], { env })
  const wishes = ['install', '-y', '--no-install-recommends', name]
  await runStep(`Installing ${title}`, 'apt-get', wishes, { env })
}
