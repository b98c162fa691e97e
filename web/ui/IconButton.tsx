import type { ComponentProps, ReactNode } from 'react'

import { buttonClass } from './Button.tsx'
import type { ButtonSize, ButtonVariant } from './Button.tsx'
import { classNames } from './class-names.ts'
import { useDisabledButton } from './use-disabled-button.ts'

export function IconButton({
  label,
  icon,
  variant = 'ghost',
  size,
  className,
  type = 'button',
  disabled,
  onFocus,
  onBlur,
  onClick,
  ...button
}: Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  label: string
  icon: ReactNode
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
}) {
  const state = useDisabledButton({ disabled, onFocus, onBlur, onClick })
  return (
    <button
      title={label}
      {...button}
      {...state}
      // oxlint-disable-next-line react/button-has-type -- the type is a prop with a default
      type={type}
      aria-label={label}
      className={classNames(buttonClass({ variant, size, isIconOnly: true }), className)}
    >
      {icon}
    </button>
  )
}
