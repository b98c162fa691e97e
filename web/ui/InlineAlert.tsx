import type { ReactNode } from 'react'

import styles from './Alert.module.css'

export type AlertTone = 'info' | 'ok' | 'warn' | 'danger'

/** An alert whose icon is a prop: the first load does not contain the icons of all tones. */
export function InlineAlert({
  tone,
  title,
  children,
  icon,
  action,
  isAlert = false,
}: {
  tone: AlertTone
  title?: string | undefined
  children?: ReactNode
  icon: ReactNode
  action?: ReactNode
  isAlert?: boolean | undefined
}) {
  return (
    <div
      className={styles.alert}
      data-tone={tone}
      role={isAlert ? (tone === 'ok' || tone === 'info' ? 'status' : 'alert') : 'note'}
    >
      <span className={styles.icon}>{icon}</span>
      {title && <p className={styles.title}>{title}</p>}
      {children && <div className={styles.body}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
