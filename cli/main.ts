#!/usr/bin/env node
import { isMainThread, workerData } from 'node:worker_threads'

import { setProgram } from './program.ts'

setProgram(import.meta.url)
// Of libraries: the person at the terminal cannot change them.
process.noDeprecation = true
if (isMainThread) {
  const { run } = await import('./run.ts')
  process.exitCode = await run(process.argv)
} else if (workerData === 'unpack') {
  const { serveUnpacking } = await import('./disk/unpack-pool.ts')
  serveUnpacking()
}
