/** Reads the request of runInSandbox. From then on, this process ends when the one that started it has ended. */
export async function readRequest<Request>(): Promise<Request> {
  process.stdin.on('end', exit).on('error', exit)
  let text = ''
  process.stdin.setEncoding('utf8')
  const { promise, resolve } = Promise.withResolvers<void>()
  process.stdin.on('data', (chunk: string) => {
    text += chunk
    if (chunk.endsWith('\n')) resolve()
  })
  await promise
  return JSON.parse(text)
}

const parent = process.ppid
const sleeper = new Int32Array(new SharedArrayBuffer(4))
const sliceMs = 20
/** Of processor time. */
const workMs = 10
const pauseMaxMs = 200
const busyBelow = 0.7
/** For each millisecond that it waited for a core. */
const pausePerWait = 6
let sliceStart = performance.now()
let used = process.threadCpuUsage()

/**
 * Long synchronous work calls this often. It ends the process after its parent, since such work does not see that the
 * standard input has ended. It pauses where it got less than its time of the processor, as others need it: even at a low
 * priority, work on the same cores slows them down by a third.
 */
export function checkpoint(): void {
  const elapsed = performance.now() - sliceStart
  if (elapsed < sliceMs) return
  if (process.ppid !== parent) exit()
  const { user, system } = process.threadCpuUsage(used)
  const own = (user + system) / 1000
  // Pauses after less work would make it many times slower where it gets almost no time.
  if (own < workMs) return
  if (own < busyBelow * elapsed)
    Atomics.wait(sleeper, 0, 0, Math.min(pauseMaxMs, pausePerWait * (elapsed - own)))
  used = process.threadCpuUsage()
  sliceStart = performance.now()
}

export async function sendReply(reply: unknown): Promise<void> {
  await new Promise((resolve) => process.stdout.write(JSON.stringify(reply), resolve))
  exit()
}

function exit(): void {
  process.exit(0)
}
