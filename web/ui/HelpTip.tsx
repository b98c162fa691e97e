import { useId, useState } from 'react'
import type { ReactNode } from 'react'

import { classNames } from './class-names.ts'
import styles from './HelpTip.module.css'

/** Explains a disabled control. A CSS tooltip, because React Aria's is too large for the first load. */
export function HelpTip({
  text,
  className,
  children,
}: {
  /** undefined: no explanation. */
  text: string | undefined
  className?: string | undefined
  children: (control: { 'aria-describedby'?: string }) => ReactNode
}) {
  const id = useId()
  const [isDismissed, setDismissed] = useState(false)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape dismisses the tooltip, as WCAG 1.4.13 requires
    <span
      className={classNames(styles.container, className)}
      data-dismissed={isDismissed || undefined}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setDismissed(true)
      }}
      onPointerEnter={() => setDismissed(false)}
      onBlur={() => setDismissed(false)}
    >
      {children(text ? { 'aria-describedby': id } : {})}
      {text && (
        <span role="tooltip" id={id} className={`framed-strong round-sm fill-3 text-sm vivid ${styles.hint}`}>
          {text}
        </span>
      )}
    </span>
  )
}
