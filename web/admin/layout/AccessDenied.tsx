import { Link } from '@tanstack/react-router'
import { ShieldX } from 'lucide-react'

import { openAuthDialog } from '#web/app/dialogs.ts'
import { Button } from '#web/ui/Button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** For who is not an administrator, and for an administrator who may not see a screen. */
export function AccessDenied({
  isSignedOut = false,
  heading = 'h1',
}: {
  isSignedOut?: boolean
  heading?: 'h1' | 'h2'
}) {
  return (
    <EmptyState
      heading={heading}
      icon={<ShieldX />}
      title="Access Denied"
      text={
        isSignedOut
          ? 'Sign in as an administrator to enter the back office.'
          : 'Your account lacks the permission for this page.'
      }
      action={
        <>
          {isSignedOut && (
            <Button variant="cta" onClick={() => openAuthDialog({ onSignedIn: focusPage })}>
              Sign In
            </Button>
          )}
          <Link to="/" className={buttonClass()}>
            Go to the homepage
          </Link>
        </>
      }
    />
  )
}

/** The button that opened the dialog is gone by then. */
function focusPage(): void {
  document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
}
