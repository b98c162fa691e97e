#!/usr/bin/env node
import { isMainThread, workerData } from 'node:worker_threads'

import { setProgram } from './program.ts'

setProgram(import.meta.url)
// Of libraries: the person at the terminal cannot change them.
process.noDeprecation = true
// A reader that closes early, such as head, ends no command.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
if (isMainThread) {
  const { run } = await import('./run.ts')
  process.exitCode = await run(process.argv)
} else if (workerData === 'unpack') {
  const { serveUnpacking } = await import('./disk/unpack-thread.ts')
  serveUnpacking()
}
