import { spawnSync } from 'node:child_process'
import { parseAudit } from './parse-audit.mjs'
import { root } from './root.mjs'

/** Known vulnerabilities of the packages that the app runs with; development tools are left out. */
const { stdout } = spawnSync('npm audit --json --omit=dev', {
  cwd: root,
  encoding: 'utf8',
  shell: true,
  timeout: 60_000,
})
const { code, message } = parseAudit(stdout ?? '')
console.log(message)
process.exitCode = code
