import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { CLI_BUNDLE } from '#tools/cli-bundle.mjs'

const run = promisify(execFile)

/** In the process of the command: the peak of its memory in kB, and how many connections it opened. */
const reporter = `const { Socket } = require('net')
const { connect } = Socket.prototype
let connections = 0
Socket.prototype.connect = function (...args) {
  connections += 1
  return connect.apply(this, args)
}
process.on('exit', () => {
  const [, memory] = /VmHWM:\\s+(\\d+)/.exec(require('fs').readFileSync('/proc/self/status', 'utf8'))
  require('fs').writeFileSync('measured.json', JSON.stringify({ memory: Number(memory), connections }))
})`

/** Runs a command of the bundled command line in the folder of a game server. */
export async function measureCommand(
  command: string,
  folder: string,
  env: Record<string, string>,
): Promise<{ seconds: number; megabytes: number; connections: number }> {
  await writeFile(join(folder, 'measure.cjs'), reporter)
  const seconds = await secondsOf(() =>
    run(process.execPath, ['--require', join(folder, 'measure.cjs'), CLI_BUNDLE, command], {
      cwd: folder,
      env,
    }),
  )
  const { memory, connections } = JSON.parse(await readFile(join(folder, 'measured.json'), 'utf8'))
  return { seconds, megabytes: memory / 1024, connections }
}

export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  // Otherwise the work waits until the files of an earlier one are on the disk.
  await run('sync')
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}
