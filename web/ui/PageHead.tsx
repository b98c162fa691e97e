import type { ReactNode } from 'react'

import styles from './PageHead.module.css'

export function PageHead({
  title,
  text,
  above,
  actions,
}: {
  title: ReactNode
  text?: ReactNode
  above?: ReactNode
  actions?: ReactNode
}) {
  return (
    <div className={`flex wrap between gap-4 ${styles.head}`}>
      <div>
        {above}
        <h1>{title}</h1>
        {text && <p className={`text-md muted ${styles.text}`}>{text}</p>}
      </div>
      {actions && <div className="flex wrap gap-3">{actions}</div>}
    </div>
  )
}
