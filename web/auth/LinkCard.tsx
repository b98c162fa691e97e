import type { ReactNode } from 'react'

import { Card } from '#web/ui/Card.tsx'

import styles from './LinkCard.module.css'

/** The one card of a page that a link leads to: what it is about, and the form or the result. */
export function LinkCard({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="page-width">
      <Card as="section" padding="lg" className={styles.card}>
        <div>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.text}>{text}</p>
        </div>
        {children}
      </Card>
    </div>
  )
}
