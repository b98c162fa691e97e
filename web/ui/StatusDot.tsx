import type { ReactNode } from 'react'

import styles from './StatusDot.module.css'
import { tintProps } from './tint.ts'
import type { Tone } from './Badge.tsx'

/** Always next to a text, because color alone carries no information. */
export function StatusDot({
  tone = 'neutral',
  color,
  children,
}: {
  tone?: Tone
  color?: string | null | undefined
  children?: ReactNode
}) {
  const dot = <span className={`rigid circle ${styles.dot}`} {...tintProps(tone, color)} aria-hidden="true" />
  if (!children) return dot
  return (
    <span className={`inline-row ${styles.status}`}>
      {dot}
      {children}
    </span>
  )
}
