import { useState } from 'react'

import type { CurrentUser } from '#contract/access/users.ts'
import type { AuthenticatorKey } from '#contract/accounts/two-factor.ts'
import { call } from '#web/app/call.ts'
import { Dialog } from '#web/ui/Dialog.tsx'

import { AuthenticatorStep } from './AuthenticatorStep.tsx'
import { PasswordStep } from './PasswordStep.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'

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
      <Dialog isOpen onClose={onClose} title="Set Up Your App" text="You can use any authenticator app.">
        <AuthenticatorStep authenticator={authenticator} onCode={confirm} />
      </Dialog>
    )
  return (
    <Dialog isOpen onClose={onClose} title="Set Up Two-Factor" text="Enter your password to begin.">
      <PasswordStep email={user.email} onPassword={start} />
    </Dialog>
  )
}
