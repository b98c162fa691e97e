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
    <div className={styles.head}>
      <div>
        {above}
        <h1>{title}</h1>
        {text && <p className={styles.text}>{text}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
