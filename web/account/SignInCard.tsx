import { LogIn } from 'lucide-react'

import { openAuthDialog } from '#web/app/dialogs.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

import styles from './SettingsPage.module.css'
import { SettingsSkeleton } from './SettingsSkeleton.tsx'

/** For who is signed out. Whoever is signed in but not yet known to the page sees the outline instead. */
export function SignInCard() {
  return (
    <>
      <Card className={styles.signIn}>
        <EmptyState
          icon={<LogIn />}
          title="Authentication Required"
          text="Sign in to see and change your settings."
          action={
            <Button variant="cta" onClick={() => openAuthDialog({ onSignedIn: focusPage })}>
              Sign In
            </Button>
          }
        />
      </Card>
      <div className={styles.outline}>
        <SettingsSkeleton />
      </div>
    </>
  )
}

/** The button that opened the dialog is gone by then. */
function focusPage(): void {
  document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
}
