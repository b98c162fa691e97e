export type Timer = {
  set: (run: () => void, ms: number) => unknown
  clear: (handle: unknown) => void
}

// At most one button is armed: arming another disarms it.
let disarmArmed: (() => void) | null = null

/** The first click arms, a second within `waitMs` confirms. */
export function createTwoClick({
  onChange,
  waitMs,
  timer,
}: {
  onChange: (isArmed: boolean) => void
  waitMs: number
  timer: Timer
}): { click: (onConfirm: () => void) => void; disarm: () => void } {
  let handle: unknown
  function disarm() {
    if (disarmArmed !== disarm) return
    disarmArmed = null
    timer.clear(handle)
    onChange(false)
  }
  function click(onConfirm: () => void) {
    if (disarmArmed === disarm) {
      disarm()
      onConfirm()
      return
    }
    disarmArmed?.()
    disarmArmed = disarm
    handle = timer.set(disarm, waitMs)
    onChange(true)
  }
  return { click, disarm }
}
