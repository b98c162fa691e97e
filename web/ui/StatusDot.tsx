import type { ReactNode } from 'react'

import styles from './StatusDot.module.css'
import { tintOf } from './tint.ts'
import { toneFill } from './tone.ts'
import type { Tone } from './tone.ts'

/** The dot repeats what the word beside it says: never the colour alone. */
export function StatusDot({
  tone = 'neutral',
  color,
  children,
}: {
  tone?: Tone
  color?: string | null | undefined
  children?: ReactNode
}) {
  const tint = color === undefined ? toneFill(tone) : tintOf(color)
  const dot = <span className={styles.dot} style={{ '--tint': tint }} aria-hidden="true" />
  if (!children) return dot
  return (
    <span className={styles.status}>
      {dot}
      {children}
    </span>
  )
}
