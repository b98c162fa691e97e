import type { ReactNode, Ref } from 'react'

import { Card } from './Card.tsx'

/** A section of a page as a card: its title, what it is for, and its content. */
export function SectionCard({
  id,
  title,
  badge,
  text,
  titleRef,
  children,
}: {
  /** Of the title. */
  id: string
  title: string
  badge?: ReactNode
  text?: ReactNode
  /** For a title that takes the focus when something below it is removed. */
  titleRef?: Ref<HTMLHeadingElement>
  children?: ReactNode
}) {
  const heading = (
    <h2 className="text-h3 break" id={id} {...(titleRef && { ref: titleRef, tabIndex: -1 })}>
      {title}
    </h2>
  )
  return (
    <Card as="section" padding="lg" className="stack gap-6" aria-labelledby={id}>
      <div className="grid gap-1">
        {badge ? (
          <div className="row wrap gap-1-3">
            {heading}
            {badge}
          </div>
        ) : (
          heading
        )}
        {text && <p className="muted">{text}</p>}
      </div>
      {children}
    </Card>
  )
}
