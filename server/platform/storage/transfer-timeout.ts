import { badRequest, type HttpError } from '#platform/errors.ts'

/** The minimum speed of a transfer. */
export type MinRate = {
  /** Abort when no byte is transferred for this long. */
  idleMs?: number
  /** Abort when fewer bytes per second than this are transferred in a whole window. */
  rateMin?: number
  rateWindowMs?: number
}

/**
 * Calls `abort` when a transfer is idle or too slow. The rate is measured per window: measured over the whole
 * transfer, a fast start would allow hours of trickling.
 */
export function watchTransferRate(
  { idleMs = 30_000, rateMin = 16 * 1024, rateWindowMs = 30_000 }: MinRate,
  abort: (error: HttpError) => void,
): { count(bytes: number): void; pause(): void; resume(): void; stop(): void } {
  let bytesInWindow = 0
  let isPaused = false
  let wasPaused = false
  const idle = setTimeout(() => {
    if (isPaused) idle.refresh()
    else abort(badRequest('The upload stalled and was cut off'))
  }, idleMs)
  const rate = setInterval(() => {
    // A window in which the server paused the transfer says nothing about the client.
    if (!wasPaused && bytesInWindow < (rateMin * rateWindowMs) / 1000)
      abort(badRequest('The upload was too slow and was cut off'))
    bytesInWindow = 0
    wasPaused = isPaused
  }, rateWindowMs)

  return {
    count(bytes) {
      bytesInWindow += bytes
      idle.refresh()
    },
    pause() {
      isPaused = true
      wasPaused = true
    },
    resume() {
      isPaused = false
      idle.refresh()
    },
    stop() {
      clearTimeout(idle)
      clearInterval(rate)
    },
  }
}
