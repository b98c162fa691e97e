import type { ReactNode } from 'react'

import styles from './Badge.module.css'
import { StatusDot } from './StatusDot.tsx'
import { tintProps } from './tint.ts'

/** For a status (`tone`) or a group (`color`). */
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
  return (
    <span
      className={`inline-row max-full gap-6px text-xs strong nowrap ${styles.badge}`}
      {...tintProps(tone, color)}
    >
      {icon ?? (hasDot && <StatusDot tone={tone} color={color} />)}
      <span className={`clip ${styles.text}`}>{children}</span>
    </span>
  )
}

export type Tone = 'neutral' | 'ok' | 'active' | 'info' | 'warn' | 'danger' | 'idle'
