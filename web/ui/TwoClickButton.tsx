import type { ComponentProps, ReactNode } from 'react'

import { Button } from './Button.tsx'
import { useTwoClick } from './use-two-click.ts'

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
