import type { ReactNode } from 'react'

import { Card } from '#web/ui/Card.tsx'
import fieldStyles from '#web/ui/Field.module.css'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import styles from './LinkCard.module.css'

/** The card of a page that a mailed link opens. */
export function LinkCard({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="page-width">
      <Card as="section" padding="lg" className={`${styles.card} grid gap-5`}>
        <div>
          <h1 className="text-h2">{title}</h1>
          <p className="mt-2 muted">{text}</p>
        </div>
        {children}
      </Card>
    </div>
  )
}

/** Shown until the browser has read the link's token and loaded the form, whose styles it has. */
export function LinkFormSkeleton({ fields }: { fields: number }) {
  return (
    <div className="grid gap-4" aria-busy="true">
      <output className="visually-hidden">Loading the form</output>
      {Array.from({ length: fields }, (_, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the shapes are identical and never reordered
        <div key={index} className={fieldStyles.field}>
          <Skeleton width={80} />
          <Skeleton shape="block" height={44} />
        </div>
      ))}
      <Skeleton shape="block" height={48} />
    </div>
  )
}
