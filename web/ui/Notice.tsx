import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import styles from './Notice.module.css'

const tones = {
  info: { fill: 'var(--info)', ink: 'var(--info-ink)', icon: <Info /> },
  ok: { fill: 'var(--ok)', ink: 'var(--ok-ink)', icon: <CircleCheck /> },
  warn: { fill: 'var(--warn)', ink: 'var(--warn-ink)', icon: <TriangleAlert /> },
  danger: { fill: 'var(--danger)', ink: 'var(--danger-ink)', icon: <CircleAlert /> },
}

/** `isAlert` for what appears as an answer (a form that failed); without it the notice is part of the text. */
export function Notice({
  tone = 'info',
  title,
  children,
  icon,
  action,
  isAlert = false,
}: {
  tone?: 'info' | 'ok' | 'warn' | 'danger'
  title?: string | undefined
  children?: ReactNode
  icon?: ReactNode
  action?: ReactNode
  isAlert?: boolean | undefined
}) {
  const { fill, ink, icon: usualIcon } = tones[tone]
  return (
    <div
      className={styles.notice}
      style={{ '--tint': fill, '--ink': ink }}
      role={isAlert ? (tone === 'ok' || tone === 'info' ? 'status' : 'alert') : 'note'}
    >
      <span className={styles.icon}>{icon ?? usualIcon}</span>
      {title && <p className={styles.title}>{title}</p>}
      {children && <div className={styles.body}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
