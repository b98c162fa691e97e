import { cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

/** Reads the request of runInSandbox. From then on, this process ends when the one that started it has ended. */
export async function readRequest<Request>(): Promise<Request> {
  isSandbox = true
  process.stdin.on('end', exit).on('error', exit)
  let text = ''
  process.stdin.setEncoding('utf8')
  await new Promise<void>((resolve) => {
    process.stdin.on('data', (chunk: string) => {
      text += chunk
      if (chunk.endsWith('\n')) resolve()
    })
  })
  const { unpausedMs, request } = JSON.parse(text)
  unpausedUntil = unpausedMs
  await pauseAfterStart()
  return request
}

const parent = process.ppid
const sleeper = new Int32Array(new SharedArrayBuffer(4))
const sliceMs = 50
/** Milliseconds of processor time. */
let unpausedUntil = 0
/** A share of all cores. */
const busyAbove = 0.5
/** Milliseconds for each one of processor time, at most `pauseMaxMs` in all. */
const pausePerWork = 32
const pauseMaxMs = 1000
let nextAt = performance.now() + sliceMs
let last = readLoad()
/** The start takes about as long as the work on a small archive. */
const pausePerStart = 10
/** Tests run the same code in their own process. */
let isSandbox = false

/**
 * Long synchronous work calls this often. It ends the process after its parent, since such work does not see that the
 * standard input has ended. While other processes use more than half of all cores, it pauses most of the time: even at
 * a low priority, work on cores that share their caches slows others down by a third. Shorter slices slow them down
 * more, as they fill the caches more often.
 */
export function checkpoint(): void {
  if (!isSandbox || performance.now() < nextAt) return
  if (process.ppid !== parent) exit()
  const now = readLoad()
  const work = now.own - last.own
  const others = (now.busy - last.busy - work) / (now.total - last.total)
  last = now
  if (now.own > unpausedUntil && others > busyAbove)
    Atomics.wait(sleeper, 0, 0, Math.min(pauseMaxMs, work * pausePerWork))
  nextAt = performance.now() + sliceMs
}

/** Many processes may be started one after the other. */
async function pauseAfterStart(): Promise<void> {
  last = readLoad()
  if (last.own <= unpausedUntil) return
  await pause(sliceMs)
  const now = readLoad()
  const others = (now.busy - last.busy) / (now.total - last.total)
  last = now
  if (others > busyAbove) await pause(now.own * pausePerStart)
}

/** Milliseconds of processor time since the start: of this process, and of all cores. */
function readLoad() {
  const times = cpus().map((core) => core.times)
  const idle = times.reduce((sum, core) => sum + core.idle, 0)
  const busy = times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, 0)
  const { user, system } = process.cpuUsage()
  return { own: (user + system) / 1000, busy, total: busy + idle }
}

export async function sendReply(reply: unknown): Promise<void> {
  await new Promise((resolve) => process.stdout.write(JSON.stringify(reply), resolve))
  exit()
}

function exit(): void {
  process.exit(0)
}
