import type { ReactNode } from 'react'

import { Card } from '#web/ui/Card.tsx'

import styles from './LinkCard.module.css'

/** The card of a page that a mailed link opens. */
export function LinkCard({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="page-width">
      <Card as="section" padding="lg" className={`${styles.card} grid gap-5`}>
        <div>
          <h1 className={styles.title}>{title}</h1>
          <p className="mt-2 muted">{text}</p>
        </div>
        {children}
      </Card>
    </div>
  )
}
