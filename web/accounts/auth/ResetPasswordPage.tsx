import { KeyRound, Unlink } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

import { openAuthDialog } from '#web/app/dialogs.ts'
import { Button } from '#web/ui/Button.tsx'

import { useLinkToken } from './link-token.ts'
import { LinkCard, LinkFormSkeleton } from './LinkCard.tsx'
import { LinkResult } from './LinkResult.tsx'

const ResetPasswordPageForm = lazy(async () => ({
  default: (await import('./ResetPasswordPageForm.tsx')).ResetPasswordPageForm,
}))

/** The page of the link in a reset mail. */
export function ResetPasswordPage() {
  const token = useLinkToken()
  const [outcome, setOutcome] = useState<'changed' | 'expired'>()
  if (outcome === 'changed')
    return (
      <LinkResult
        icon={<KeyRound />}
        title="Password changed"
        text="Your new password is set, and every session that was open has ended. Sign in with it to continue."
        action={
          <Button variant="cta" onClick={() => openAuthDialog()}>
            Sign In
          </Button>
        }
      />
    )
  if (outcome === 'expired' || token === '')
    return (
      <LinkResult
        icon={<Unlink />}
        title="This reset link is invalid or has expired"
        text="A link works once. It expires after 60 minutes, or when you sign in. You can request a new one."
        action={
          <Button variant="cta" onClick={() => openAuthDialog({ mode: 'reset' })}>
            Request a new link
          </Button>
        }
      />
    )
  return (
    <LinkCard title="Choose a new password" text="It replaces your old one and ends every open session.">
      {token === undefined ? (
        <LinkFormSkeleton fields={2} />
      ) : (
        <Suspense fallback={<LinkFormSkeleton fields={2} />}>
          <ResetPasswordPageForm
            token={token}
            onExpired={() => setOutcome('expired')}
            onChanged={() => {
              setOutcome('changed')
              openAuthDialog()
            }}
          />
        </Suspense>
      )}
    </LinkCard>
  )
}
