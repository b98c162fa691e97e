import type { ComponentProps, ReactNode } from 'react'

import { buttonClass } from './Button.tsx'
import type { ButtonSize, ButtonVariant } from './Button.tsx'
import { classNames } from './class-names.ts'

export function IconButton({
  label,
  icon,
  variant = 'ghost',
  size,
  className,
  type = 'button',
  ...button
}: Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  label: string
  icon: ReactNode
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
}) {
  return (
    <button
      title={label}
      {...button}
      // oxlint-disable-next-line react/button-has-type -- the type is a prop with a default
      type={type}
      aria-label={label}
      className={classNames(buttonClass({ variant, size, isIconOnly: true }), className)}
    >
      {icon}
    </button>
  )
}
