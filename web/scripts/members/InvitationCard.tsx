import { Check, X } from 'lucide-react'
import { Suspense, useState, type ReactNode } from 'react'

import { lazyPart } from '#web/ui/lazy-part.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { dateText } from '#web/ui/date-text.ts'

import styles from './Members.module.css'

const ConfirmDialog = lazyPart(() => import('#web/ui/ConfirmDialog.tsx'), 'ConfirmDialog')

type Props = {
  name: string
  /** The name with its link, if there is a page to look at. */
  heading: ReactNode
  text: string
  /** What cannot happen again while a declined invitation lasts, without the date and the period. */
  again: string
  expiresAt: string
  isPending: boolean
  onAccept: () => void
  /** `close` closes the question, which stays open when the call fails. */
  onDecline: (close: () => void) => void
}

/** An open invitation, which is accepted at once and declined after a question. */
export function InvitationCard({
  name,
  heading,
  text,
  again,
  expiresAt,
  isPending,
  onAccept,
  onDecline,
}: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card as="li" padding="lg" className="stack gap-6">
      <div className="grid gap-1 muted">
        <h2 className="text-h3 vivid break">{heading}</h2>
        <p>{text}</p>
        <p className="flex wrap gap-0-4 faint text-sm">Open until {dateText(expiresAt)}</p>
      </div>
      <div className={`${styles.tools} row wrap gap-3`}>
        <Button variant="cta" icon={<Check />} isBusy={isPending && !isOpen} onClick={onAccept}>
          Accept<span className="visually-hidden"> {name}</span>
        </Button>
        <Button icon={<X />} disabled={isPending} onClick={() => setOpen(true)}>
          Decline<span className="visually-hidden"> {name}</span>
        </Button>
      </div>
      {isOpen && (
        <Suspense>
          <ConfirmDialog
            isOpen
            onClose={() => setOpen(false)}
            title="Decline the invitation?"
            confirmLabel="Decline"
            busyText="Declining..."
            isBusy={isPending}
            onConfirm={() => onDecline(() => setOpen(false))}
          >
            <p>
              {again} before {dateText(expiresAt)}.
            </p>
          </ConfirmDialog>
        </Suspense>
      )}
    </Card>
  )
}
