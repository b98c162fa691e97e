import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import styles from './Alert.module.css'

type AlertTone = 'info' | 'ok' | 'warn' | 'danger'

const icons = { info: <Info />, ok: <CircleCheck />, warn: <TriangleAlert />, danger: <CircleAlert /> }

/** `isAlert` announces the result of an action, such as a failed form. */
export function Alert({
  tone = 'info',
  title,
  children,
  icon = icons[tone],
  action,
  isAlert = false,
}: {
  tone?: AlertTone
  title?: string | undefined
  children?: ReactNode
  icon?: ReactNode
  action?: ReactNode
  isAlert?: boolean | undefined
}) {
  return (
    <div
      className={`grid cols-auto-fill round-lg text-sm ${styles.alert}`}
      data-tone={tone}
      role={isAlert ? (tone === 'ok' || tone === 'info' ? 'status' : 'alert') : 'note'}
    >
      <span className={`flex ${styles.icon}`}>{icon}</span>
      {title && <p className="text-base bold vivid break">{title}</p>}
      {children && <div className={`col-2 min-0 muted break leading ${styles.body}`}>{children}</div>}
      {action && <div className="col-2 mt-2">{action}</div>}
    </div>
  )
}
