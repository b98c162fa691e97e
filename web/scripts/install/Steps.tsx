import type { ReactNode } from 'react'

import styles from './Install.module.css'

/** Beside the numbered steps: another way, and what comes later. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="pt-8 stack gap-3 line-above" aria-labelledby={id}>
      <h2 className="text-h3" id={id}>
        {title}
      </h2>
      <div className={`${styles.body} stack gap-4 muted break`}>{children}</div>
    </section>
  )
}

/** A numbered step, in an `ol` of the class `steps`. */
export function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className={`${styles.step} grid gap-3-4 middle`}>
      <h2 className="text-h3">{title}</h2>
      <div className={`${styles.body} stack gap-4 muted break`}>{children}</div>
    </li>
  )
}
