import { Link } from '@tanstack/react-router'
import { ShieldX } from 'lucide-react'

import { openAuthDialog } from '#web/app/dialogs.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { focusMain } from '#web/ui/focus-main.ts'

/** For users without admin access, and for administrators without the permission for a screen. */
export function AccessDenied({ isSignedOut = false }: { isSignedOut?: boolean }) {
  return (
    <EmptyState
      heading="h1"
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
            <Button variant="cta" onClick={() => openAuthDialog({ onSignedIn: focusMain })}>
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
