import { useState } from 'react'

import type { CurrentUser } from '#contract/access/users.ts'
import type { AuthenticatorKey } from '#contract/accounts/two-factor.ts'
import { call } from '#web/app/call.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useFormMutation } from '#web/app/use-form-mutation.ts'
import { FormOutcome, authErrorTexts } from '#web/accounts/auth/FormOutcome.tsx'
import { Button } from '#web/ui/Button.tsx'

import { AuthenticatorStep } from './AuthenticatorStep.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { OwnPasswordField } from './OwnPasswordField.tsx'
import { usePasswordForm } from './two-factor-forms.ts'

/** Asks for the password, sets up the app, then shows the recovery codes; two-factor is on after the second step. */
export function SetUpDialog({
  user,
  onTurnedOn,
  onClose,
}: {
  user: CurrentUser
  onTurnedOn: () => void
  onClose: () => void
}) {
  const [authenticator, setAuthenticator] = useState<AuthenticatorKey>()
  const [codes, setCodes] = useState<readonly string[]>()
  async function start(password: string) {
    setAuthenticator(await call('POST /api/account/two-factor/set-up', { body: { password } }))
  }
  async function confirm(code: string) {
    const reply = await call('POST /api/account/two-factor/confirm', { body: { code } })
    setCodes(reply.recovery_codes)
    onTurnedOn()
  }
  if (codes)
    return (
      <RecoveryCodesDialog
        text="Two-factor authentication is on."
        codes={codes}
        username={user.username}
        onDone={onClose}
      />
    )
  if (authenticator)
    return (
      <Dialog onClose={onClose} title="Set Up Your App" text="You can use any authenticator app.">
        <AuthenticatorStep authenticator={authenticator} onCode={confirm} />
      </Dialog>
    )
  return (
    <Dialog onClose={onClose} title="Set Up Two-Factor" text="Enter your password to begin.">
      <PasswordStep email={user.email} onPassword={start} />
    </Dialog>
  )
}

/** Requires the password, so that another user of an unlocked device cannot set up their own app. */
function PasswordStep({
  email,
  onPassword,
}: {
  email: string
  onPassword: (password: string) => Promise<void>
}) {
  const form = usePasswordForm()
  const { submit, isPending } = useFormMutation(form, {
    mutationFn: ({ password }) => onPassword(password),
    errors: { fields: ['password'], texts: authErrorTexts('The setup could not be started') },
  })
  return (
    <form
      noValidate
      className="stack gap-4"
      aria-label="Your password"
      onSubmit={(event) => void submit(event)}
    >
      <OwnPasswordField {...form.field('password')} email={email} />
      <FormOutcome failure={form.formError} success={undefined} />
      <Button type="submit" variant="cta" size="lg" isWide isBusy={isPending} busyText="Checking...">
        Continue
      </Button>
    </form>
  )
}
