import type { ComponentProps, MouseEvent, ReactNode } from 'react'

import styles from './Button.module.css'
import { classNames } from './class-names.ts'
import { Spinner } from './Spinner.tsx'
import { useDisabledButton } from './use-disabled-button.ts'

/**
 * A busy button stays focusable and ignores clicks: `disabled` would drop the focus. Where scripts do not work, a form
 * with the method of a dialog sends nothing: its values must not get into a URL. One with a URL names its method.
 */
export function Button({
  variant,
  size,
  isWide,
  isBusy = false,
  busyText,
  icon,
  className,
  children,
  disabled,
  onFocus,
  onBlur,
  onClick,
  type = 'button',
  ...button
}: ComponentProps<'button'> & {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  isWide?: boolean | undefined
  isBusy?: boolean | undefined
  busyText?: string | undefined
  icon?: ReactNode
}) {
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (isBusy) return event.preventDefault()
    onClick?.(event)
  }
  const state = useDisabledButton({ disabled, onFocus, onBlur, onClick: handleClick })
  return (
    <button
      // oxlint-disable-next-line react/button-has-type -- the type is a prop with a default
      type={type}
      {...(type === 'submit' && { formMethod: 'dialog' })}
      {...button}
      {...state}
      className={classNames(buttonClass({ variant, size, isWide }), className)}
      {...(isBusy && { 'aria-disabled': true, 'data-busy': '' })}
    >
      {isBusy ? <Spinner /> : icon}
      {isBusy && busyText ? busyText : children}
    </button>
  )
}

export type ButtonVariant = 'cta' | 'quiet' | 'ghost' | 'danger' | 'danger-outline'
export type ButtonSize = 'sm' | 'md' | 'lg'

/** For links that look like buttons: `<Link className={buttonClass({ variant: 'cta' })}>`. */
export function buttonClass({
  variant = 'quiet',
  size = 'md',
  isWide = false,
  isIconOnly = false,
}: {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  isWide?: boolean | undefined
  isIconOnly?: boolean | undefined
} = {}): string {
  return classNames(
    styles.button,
    styles[variant],
    styles[size],
    isWide && styles.wide,
    isIconOnly && styles.iconOnly,
  )
}
