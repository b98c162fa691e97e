import { LogIn } from 'lucide-react'
import type { ReactNode } from 'react'

import { openAuthDialog } from '#web/app/dialogs.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

import styles from './AuthenticationRequired.module.css'

/** For who is signed out. Whoever is signed in but not yet known to the page sees the outline instead. */
export function AuthenticationRequired({ text, outline }: { text: string; outline: ReactNode }) {
  return (
    <>
      <Card className={styles.card}>
        <EmptyState
          icon={<LogIn />}
          title="Authentication Required"
          text={text}
          action={
            <Button variant="cta" onClick={() => openAuthDialog({ onSignedIn: focusPage })}>
              Sign In
            </Button>
          }
        />
      </Card>
      <div className={styles.outline}>{outline}</div>
    </>
  )
}

/** The button that opened the dialog is gone by then. */
function focusPage(): void {
  document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
}
