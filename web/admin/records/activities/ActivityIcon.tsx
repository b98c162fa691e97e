import { Code, Handshake, Settings2, TriangleAlert, UserRound } from 'lucide-react'

import type { Activity } from '#contract/records/activities.ts'

import styles from './ActivityIcon.module.css'

const icons = { user: UserRound, script: Code, partner: Handshake, system: Settings2, warning: TriangleAlert }

/** The colours of the specification, used as tints and never as text. */
const statusColors = { success: '#22c55e', warning: '#f59e0b', error: '#ef4444', info: '#ad9c7e' }

export function ActivityIcon({ type, status }: Pick<Activity, 'type' | 'status'>) {
  const Icon = icons[type]
  return (
    <span
      className={`${styles.tile} grid rigid center round-md muted`}
      style={{ '--tint': statusColors[status] }}
      aria-hidden="true"
    >
      <Icon />
    </span>
  )
}
