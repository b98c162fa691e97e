import { LogIn } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'

import { openAuthDialog } from '#web/app/dialogs.ts'
import { hasSessionExpired, subscribeSession } from '#web/app/session-store.ts'
import { VisitorContent } from '#web/app/VisitorContent.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { focusMain } from '#web/ui/focus-main.ts'

/** For signed-out users. */
export function AuthenticationRequired({
  text,
  expiredText = 'Your session has expired. Sign in again to continue.',
  skeleton,
}: {
  text: string
  expiredText?: string
  skeleton: ReactNode
}) {
  const hasExpired = useSyncExternalStore(subscribeSession, hasSessionExpired, () => false)
  return (
    <VisitorContent skeleton={skeleton}>
      <Card className="mb-16">
        <EmptyState
          icon={<LogIn />}
          title="Authentication Required"
          text={hasExpired ? expiredText : text}
          action={
            <Button variant="cta" onClick={() => openAuthDialog({ onSignedIn: focusMain })}>
              Sign In
            </Button>
          }
        />
      </Card>
    </VisitorContent>
  )
}
