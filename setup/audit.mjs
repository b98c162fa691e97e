import { spawnSync } from 'node:child_process'
import { verdictOf } from './audit-verdict.mjs'
import { root } from './root.mjs'

/** Known holes in the packages that a running hub has; those of tools reach nobody. */
const { stdout } = spawnSync('npm audit --json --omit=dev', {
  cwd: root,
  encoding: 'utf8',
  shell: true,
  timeout: 60_000,
})
const { code, words } = verdictOf(stdout ?? '')
console.log(words)
process.exitCode = code
