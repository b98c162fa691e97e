import styles from './Button.module.css'
import { classNames } from './class-names.ts'

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
