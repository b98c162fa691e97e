import type { ReactNode } from 'react'

import styles from './Notice.module.css'

export type NoticeTone = 'info' | 'ok' | 'warn' | 'danger'

const colors = {
  info: { fill: 'var(--info)', ink: 'var(--info-ink)' },
  ok: { fill: 'var(--ok)', ink: 'var(--ok-ink)' },
  warn: { fill: 'var(--warn)', ink: 'var(--warn-ink)' },
  danger: { fill: 'var(--danger)', ink: 'var(--danger-ink)' },
}

/** A notice with an icon of its own: a page that shows one at once does not load those of all tones. */
export function PlainNotice({
  tone,
  title,
  children,
  icon,
  action,
  isAlert = false,
}: {
  tone: NoticeTone
  title?: string | undefined
  children?: ReactNode
  icon: ReactNode
  action?: ReactNode
  isAlert?: boolean | undefined
}) {
  const { fill, ink } = colors[tone]
  return (
    <div
      className={styles.notice}
      style={{ '--tint': fill, '--ink': ink }}
      role={isAlert ? (tone === 'ok' || tone === 'info' ? 'status' : 'alert') : 'note'}
    >
      <span className={styles.icon}>{icon}</span>
      {title && <p className={styles.title}>{title}</p>}
      {children && <div className={styles.body}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
