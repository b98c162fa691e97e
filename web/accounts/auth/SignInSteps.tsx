import { Link } from '@tanstack/react-router'
import { CircleCheck, LogIn } from 'lucide-react'
import { useEffect } from 'react'

import { openAuthDialog } from '#web/app/dialogs.ts'
import { useSession } from '#web/app/session.ts'
import { currentSession } from '#web/app/session-store.ts'
import { VisitorContent } from '#web/app/VisitorContent.tsx'
import { Button } from '#web/ui/Button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'

import { LinkFormSkeleton } from './LinkFormSkeleton.tsx'
import { LinkCard } from './LinkCard.tsx'
import { LinkResult } from './LinkResult.tsx'

/** Where Sign In leads without JavaScript, after an error and in a new tab; elsewhere it opens the dialog. */
export function SignInPage() {
  const session = useSession()
  useEffect(() => {
    if (!currentSession()) openAuthDialog()
  }, [])
  if (session)
    return (
      <LinkResult
        icon={<CircleCheck />}
        title="You are signed in"
        text={`Welcome, ${session.user.username}.`}
        action={
          <Link to="/" className={buttonClass({ variant: 'cta' })}>
            Go to the homepage
          </Link>
        }
      />
    )
  return (
    <VisitorContent
      skeleton={
        <LinkCard title="Sign In" text="">
          <LinkFormSkeleton fields={1} />
        </LinkCard>
      }
    >
      <LinkResult
        icon={<LogIn />}
        title="Sign In"
        text="Downloads are free for everyone with an account."
        action={
          <>
            <Button variant="cta" data-dialog="auth" onClick={() => openAuthDialog()}>
              Sign In
            </Button>
            <Button data-dialog="auth" onClick={() => openAuthDialog({ mode: 'register' })}>
              Create Account
            </Button>
          </>
        }
      />
    </VisitorContent>
  )
}
