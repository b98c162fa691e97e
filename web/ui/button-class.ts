import styles from './Button.module.css'
import { classNames } from './class-names.ts'

export type ButtonVariant = 'cta' | 'quiet' | 'ghost' | 'danger' | 'danger-outline'
export type ButtonSize = 'sm' | 'md' | 'lg'

const variants = {
  cta: styles.cta,
  quiet: styles.quiet,
  ghost: styles.ghost,
  danger: styles.danger,
  'danger-outline': styles.dangerOutline,
}

/** The look of a button for something that is not one: `<Link className={buttonClass({ variant: 'cta' })}>`. */
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
    variants[variant],
    styles[size],
    isWide && styles.wide,
    isIconOnly && styles.iconOnly,
  )
}
