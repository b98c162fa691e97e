import { spawn } from 'node:child_process'
import { readFileSync, readdirSync, readSync, writeFileSync, writeSync } from 'node:fs'
import { connect } from 'node:net'
import { getPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

import { checkpoint, readRequest, sendReply } from '#platform/sandbox/sandbox-program.ts'

/** A program for the sandbox that does what a compromised one would try. */
export type ProbeRequest =
  | { act: 'attempt'; file: string; folder: string; port: number }
  | { act: 'loop' | 'fill-heap' | 'fill-buffers' | 'throw' | 'reply-long' | 'wait' | 'wait-busily' | 'rest' }

const request = await readRequest<ProbeRequest>()
if (request.act === 'attempt') await sendReply(await attempt(request))
if (request.act === 'rest') await sendReply(await pause(3000, 'rested'))
if (request.act === 'loop') for (;;);
if (request.act === 'fill-heap') for (const all = ['']; ;) all.push(`${all.length}`.repeat(1000) + all.length)
if (request.act === 'throw') throw new Error('thrown by the probe')
if (request.act === 'reply-long') await sendReply('x'.repeat(100_000))
if (request.act === 'wait' || request.act === 'wait-busily') writeSync(3, `${process.pid}\n`)
if (request.act === 'wait-busily') for (;;) checkpoint()
if (request.act === 'wait') setInterval(() => undefined, 1000)

async function attempt({ file, folder, port }: ProbeRequest & { act: 'attempt' }) {
  const bytes = Buffer.alloc(4)
  return {
    'reads the open file': resultOf(() => (readSync(3, bytes), bytes.toString())),
    'has the priority': resultOf(() => getPriority()),
    'sees variables': resultOf(() => Object.keys(process.env).length),
    'reads a file': resultOf(() => readFileSync(file, 'utf8')),
    'lists a folder': resultOf(() => readdirSync(folder)),
    'writes a file': resultOf(() => writeFileSync(`${folder}/new`, 'x')),
    'overwrites the code': resultOf(() => writeFileSync(import.meta.filename, 'x')),
    'starts a process': resultOf(() => spawn('true')),
    'starts a thread': resultOf(() => new Worker('', { eval: true })),
    // eslint-disable-next-line no-eval -- the sandbox forbids it
    'runs a text': resultOf(() => globalThis.eval('1')),
    connects: await new Promise((resolve) => {
      connect(port, '127.0.0.1')
        .on('connect', () => resolve('connected'))
        .on('error', (error) => resolve('code' in error ? error.code : error.message))
    }),
  }
}

function resultOf(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : String(error)
  }
}
