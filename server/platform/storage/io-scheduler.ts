/**
 * The bytes that all transfers together may copy and hash in one iteration of the event loop: one to two milliseconds
 * of work. Other requests wait for one iteration at most, however fast the connections deliver.
 */
const bytesPerTick = 1024 ** 2

type PendingSlice = { bytes: number; run: () => void }

const queue: PendingSlice[] = []
let bytesLeft = bytesPerTick
let isScheduled = false

/** True when these bytes may be processed now; otherwise `run` is called in a later iteration, in order of arrival. */
export function acquireSlice(bytes: number, run: () => void): boolean {
  scheduleTick()
  if (bytesLeft <= 0 || queue.length > 0) {
    queue.push({ bytes, run })
    return false
  }
  bytesLeft -= bytes
  return true
}

function scheduleTick(): void {
  if (isScheduled) return
  isScheduled = true
  setImmediate(startTick)
}

/** A slice larger than a whole tick runs alone. */
function startTick(): void {
  isScheduled = false
  bytesLeft = bytesPerTick
  while (bytesLeft > 0) {
    const next = queue.shift()
    if (!next) return
    scheduleTick()
    bytesLeft -= next.bytes
    next.run()
  }
}
