import { type ComponentProps, type ReactNode, useEffect, useState, type KeyboardEvent } from 'react'
import { Button } from './Button.tsx'

/** Confirmation without a dialog: the second click confirms. */
export function TwoClickButton({
  onConfirm,
  variant = 'danger-outline',
  children,
  ...button
}: Omit<ComponentProps<typeof Button>, 'onClick' | 'onBlur' | 'onKeyDown'> & {
  onConfirm: () => void
  children: ReactNode
}) {
  const { isArmed, buttonProps } = useTwoClick(onConfirm)
  return (
    <>
      <Button {...button} {...buttonProps} variant={isArmed ? 'danger' : variant}>
        {isArmed ? 'Click again to confirm' : children}
      </Button>
      <output className="visually-hidden">{isArmed ? 'Click again to confirm' : ''}</output>
    </>
  )
}

const browserTimer = {
  set: (run: () => void, ms: number) => window.setTimeout(run, ms),
  clear: (handle: unknown) => window.clearTimeout(Number(handle)),
}

function useTwoClick(
  onConfirm: () => void,
  waitMs = 4000,
): {
  isArmed: boolean
  buttonProps: { onClick: () => void; onBlur: () => void; onKeyDown: (event: KeyboardEvent) => void }
} {
  const [isArmed, setArmed] = useState(false)
  const [twoClick] = useState(() => createTwoClick({ onChange: setArmed, waitMs, timer: browserTimer }))
  useEffect(() => twoClick.disarm, [twoClick])
  return {
    isArmed,
    buttonProps: {
      onClick: () => twoClick.click(onConfirm),
      onBlur: twoClick.disarm,
      onKeyDown: (event) => {
        if (event.key !== 'Escape' || !isArmed) return
        // Escape disarms the button and does not close the dialog around it.
        event.stopPropagation()
        twoClick.disarm()
      },
    },
  }
}

type Timer = {
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
