import {
  type ComponentProps,
  type ReactNode,
  useEffect,
  useState,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'
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

function useTwoClick(onConfirm: () => void): {
  isArmed: boolean
  buttonProps: {
    onClick: (event: MouseEvent<HTMLElement>) => void
    onBlur: () => void
    onKeyDown: (event: KeyboardEvent) => void
  }
} {
  const [isArmed, setArmed] = useState(false)
  const [twoClick] = useState(() => createTwoClick(setArmed))
  useEffect(() => twoClick.disarm, [twoClick])
  return {
    isArmed,
    buttonProps: {
      onClick: ({ currentTarget, detail }) => {
        // A double click has not read the question.
        if (isArmed && detail > 1) return
        // Safari does not focus a clicked button, and leaving it disarms it.
        currentTarget.focus()
        twoClick.click(onConfirm)
      },
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

// At most one button is armed: arming another disarms it.
let disarmArmed: (() => void) | null = null

/**
 * The first click arms, a second confirms. No timer disarms: a person with a screen reader or a switch may need long for
 * the second click (WCAG 2.2.1).
 */
export function createTwoClick(onChange: (isArmed: boolean) => void) {
  function disarm() {
    if (disarmArmed !== disarm) return
    disarmArmed = null
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
    onChange(true)
  }
  return { click, disarm }
}
