import type { ReactNode } from 'react'

import styles from './Badge.module.css'
import { StatusDot } from './StatusDot.tsx'
import { tintOf } from './tint.ts'
import { toneFill } from './tone.ts'
import type { Tone } from './tone.ts'

/** A status (`tone`) or something with a colour of its own, such as a group (`color`). */
export function Badge({
  tone = 'neutral',
  color,
  icon,
  hasDot = true,
  children,
}: {
  tone?: Tone
  color?: string | null | undefined
  icon?: ReactNode
  hasDot?: boolean | undefined
  children: ReactNode
}) {
  const tint = color === undefined ? toneFill(tone) : tintOf(color)
  return (
    <span className={styles.badge} style={{ '--tint': tint }}>
      {icon ?? (hasDot && <StatusDot tone={tone} color={color} />)}
      <span className={styles.text}>{children}</span>
    </span>
  )
}
