import { useMutation } from '@tanstack/react-query'
import { Mail } from 'lucide-react'

import { call, ApiError } from '#web/app/call.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { refreshSession } from '#web/app/session-actions.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'

import { accountErrorTexts } from './account-error-texts.ts'
import { TransientNotice } from './TransientNotice.tsx'
import { useTransientMessage } from './use-transient-message.ts'

const errorTexts = accountErrorTexts({
  failed: 'The email could not be sent. Please try again.',
  broken: 'An error occurred while sending the email',
})

/** Sends the confirmation mail again to a user who has not confirmed their email. */
export function ConfirmationCard({ email }: { email: string }) {
  const { message, show, clear } = useTransientMessage()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('POST /api/account/confirmation'),
    onMutate: clear,
    onSuccess: () => show('ok', 'Confirmation email sent! Check your inbox.'),
    onError: async (error) => {
      // Already confirmed, on another device: refreshing the session removes this card.
      if (error instanceof ApiError && error.status === 409) await refreshSession()
      else show('danger', errorMessage(error, errorTexts))
    },
  })
  return (
    <Card as="section" padding="lg" className="stack gap-6" aria-labelledby="confirmation-title">
      <div className="grid gap-1">
        <h2 className="text-h3" id="confirmation-title">
          Confirm your email
        </h2>
        <p className="muted">
          We sent an email to <strong className="vivid strong break">{email}</strong>. Open the link in it to
          confirm that this is your address.
        </p>
      </div>
      <div className="grid gap-4">
        <TransientNotice message={message} />
        <div className="row wrap gap-3 phone-fill">
          <Button icon={<Mail />} isBusy={isPending} busyText="Sending Email..." onClick={() => mutate()}>
            Send Email Again
          </Button>
        </div>
      </div>
    </Card>
  )
}
