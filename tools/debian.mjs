import { existsSync } from 'node:fs'
import { runStep } from './run-program.mjs'

/**
 * Installs a system package as root on Debian and its derivatives. Does nothing on other systems.
 *
 * @param {string} title
 * @param {string} name
 */
export async function installFromDebian(title, name) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await runStep('Reading the list of system packages', 'apt-get', ['update'], { env })
  const options = ['install', '-y', '--no-install-recommends', name]
  await runStep(`Installing ${title}`, 'apt-get', options, { env })
}
