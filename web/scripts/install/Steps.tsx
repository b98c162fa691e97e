import type { ReactNode } from 'react'

import styles from './Install.module.css'

/** Beside the numbered steps: another way, and what comes later. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className={styles.body}>{children}</div>
    </section>
  )
}

/** A numbered step, in an `ol` of the class `steps`. */
export function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className={styles.step}>
      <h2>{title}</h2>
      <div className={styles.body}>{children}</div>
    </li>
  )
}
