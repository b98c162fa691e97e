import { useState } from 'react'

import type { CurrentUser } from '#contract/accounts.ts'
import { call } from '#web/app/call.ts'
import { Dialog } from '#web/ui/Dialog.tsx'

import { ProofForm } from './ProofForm.tsx'
import { RecoveryCodeSheet } from './RecoveryCodeSheet.tsx'

export function RenewCodesDialog({
  user,
  onRenewed,
  onClose,
}: {
  user: CurrentUser
  onRenewed: () => void
  onClose: () => void
}) {
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes)
    return (
      // No way out but the one that says they are kept: nobody can show them again.
      <Dialog
        isOpen
        isBusy
        onClose={onClose}
        title="Your Recovery Codes"
        text="Your former codes no longer work."
      >
        <RecoveryCodeSheet codes={codes} username={user.username} onDone={onClose} />
      </Dialog>
    )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="New Recovery Codes"
      text="Ten new ones take the place of those you have."
    >
      <ProofForm
        label="New recovery codes"
        email={user.email}
        submitLabel="Make New Codes"
        busyText="Making Codes..."
        onProof={async (body) => {
          const answer = await call('POST /api/account/two-factor/recovery-codes', { body })
          setCodes(answer.recovery_codes)
          onRenewed()
        }}
      />
    </Dialog>
  )
}
