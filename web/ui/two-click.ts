export type Timer = {
  set: (run: () => void, ms: number) => unknown
  clear: (handle: unknown) => void
}

// At most one button of the page is armed: arming another disarms it.
let disarmArmed: (() => void) | null = null

/** The first press arms, the second acts. The wait is short enough that nobody meets a button armed long ago. */
export function createTwoClick({
  onChange,
  waitMs,
  timer,
}: {
  onChange: (isArmed: boolean) => void
  waitMs: number
  timer: Timer
}): { press: (onConfirm: () => void) => void; disarm: () => void } {
  let handle: unknown
  function disarm() {
    if (disarmArmed !== disarm) return
    disarmArmed = null
    timer.clear(handle)
    onChange(false)
  }
  function press(onConfirm: () => void) {
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
  return { press, disarm }
}
