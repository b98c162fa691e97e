import type { CurrentUser } from '#contract/access/users.ts'
import { call } from '#web/app/call.ts'
import { Dialog } from '#web/ui/Dialog.tsx'

import { ProofForm } from './ProofForm.tsx'

export function TurnOffDialog({
  user,
  onTurnedOff,
  onClose,
}: {
  user: CurrentUser
  onTurnedOff: () => void
  onClose: () => void
}) {
  return (
    <Dialog
      onClose={onClose}
      size="sm"
      title="Turn Off Two-Factor"
      text="You will sign in with your password alone. Your other devices are signed out."
    >
      <ProofForm
        label="Turn off two-factor"
        email={user.email}
        submitLabel="Turn Off"
        busyText="Turning Off..."
        isDangerous
        onProof={async (body) => {
          await call('POST /api/account/two-factor/disable', { body })
          onClose()
          onTurnedOff()
        }}
      />
    </Dialog>
  )
}
