import { useId, useState } from 'react'
import type { ReactNode } from 'react'

import { classNames } from './class-names.ts'
import styles from './Hint.module.css'

/** Says why a control does not do what it shows. Drawn by CSS alone: a page needs nothing more for it. */
export function Hint({
  text,
  className,
  children,
}: {
  /** Without a text there is nothing to explain, and the control stands as it is. */
  text: string | undefined
  className?: string | undefined
  children: (control: { 'aria-describedby'?: string }) => ReactNode
}) {
  const id = useId()
  const [isDismissed, setDismissed] = useState(false)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape takes the hint away, as WCAG 1.4.13 asks
    <span
      className={classNames(styles.place, className)}
      data-dismissed={isDismissed || undefined}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setDismissed(true)
      }}
      onPointerEnter={() => setDismissed(false)}
      onBlur={() => setDismissed(false)}
    >
      {children(text ? { 'aria-describedby': id } : {})}
      {text && (
        <span role="tooltip" id={id} className={styles.hint}>
          {text}
        </span>
      )}
    </span>
  )
}
