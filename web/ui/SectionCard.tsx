import type { ReactNode, Ref } from 'react'

import { Card } from './Card.tsx'

/** A section of a page as a card. `id` is that of its heading; `headRef` may take the focus. */
export function SectionCard({
  id,
  title,
  text,
  headRef,
  children,
}: {
  id: string
  title: string
  text?: ReactNode
  headRef?: Ref<HTMLDivElement>
  children: ReactNode
}) {
  return (
    <Card as="section" padding="lg" className="stack gap-6" aria-labelledby={id}>
      <div ref={headRef} tabIndex={headRef ? -1 : undefined} className="grid gap-1 muted">
        <h2 className="text-h3 vivid break" id={id}>
          {title}
        </h2>
        {text && <p>{text}</p>}
      </div>
      {children}
    </Card>
  )
}
