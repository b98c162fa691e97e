import type { ReactNode } from 'react'

import styles from './Kit.module.css'

export function KitSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      <div className={styles.stack}>{children}</div>
    </section>
  )
}
