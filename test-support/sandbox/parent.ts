import { openSync } from 'node:fs'

import { runInSandbox } from '#platform/sandbox/run-in-sandbox.ts'

/** Runs the probe, which writes its process id to the file, until this process is killed. */
const [, , path = '', act = ''] = process.argv
await runInSandbox({
  program: new URL('probe.ts', import.meta.url),
  request: { act },
  files: [openSync(path, 'w')],
  processorSeconds: 60,
  timeoutMs: 60_000,
  pace: { priority: 10, unpausedMs: 0 },
  heapMb: 64,
  replySizeMax: 1000,
})
