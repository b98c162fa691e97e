import { badRequest, type Failure } from '#platform/failures.ts'

/** How slowly a sender may send. Tests use short ones. */
export type Pace = {
  /** Cut off when nothing arrives for this long. */
  idleMs?: number
  /** Cut off when a whole window brings less than this many bytes a second. */
  rateMin?: number
  rateWindowMs?: number
}

/**
 * Watches a sender. The rate is taken over windows and not over the whole upload, or a fast start would pay
 * for hours of dripping.
 */
export function watchPace(
  { idleMs = 30_000, rateMin = 16 * 1024, rateWindowMs = 30_000 }: Pace,
  cutOff: (failure: Failure) => void,
): { note(bytes: number): void; hold(): void; goOn(): void; stop(): void } {
  let inWindow = 0
  let isHeld = false
  let wasHeld = false
  const idle = setTimeout(() => {
    if (isHeld) idle.refresh()
    else cutOff(badRequest('The upload stalled and was cut off'))
  }, idleMs)
  const rate = setInterval(() => {
    // A window in which the sender had to wait says nothing about its pace.
    if (!wasHeld && inWindow < (rateMin * rateWindowMs) / 1000)
      cutOff(badRequest('The upload was too slow and was cut off'))
    inWindow = 0
    wasHeld = isHeld
  }, rateWindowMs)

  return {
    note(bytes) {
      inWindow += bytes
      idle.refresh()
    },
    hold() {
      isHeld = true
      wasHeld = true
    },
    goOn() {
      isHeld = false
      idle.refresh()
    },
    stop() {
      clearTimeout(idle)
      clearInterval(rate)
    },
  }
}
