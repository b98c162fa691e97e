import { useState } from 'react'

import type { CurrentUser } from '#contract/access/users.ts'
import { call } from '#web/app/call.ts'
import { Dialog } from '#web/ui/Dialog.tsx'

import { ProofForm } from './ProofForm.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'

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
      <RecoveryCodesDialog
        text="Your old codes no longer work."
        codes={codes}
        username={user.username}
        onDone={onClose}
      />
    )
  return (
    <Dialog onClose={onClose} title="New Recovery Codes" text="Ten new codes replace the ones you have.">
      <ProofForm
        label="New recovery codes"
        email={user.email}
        submitLabel="Create New Codes"
        busyText="Creating Codes..."
        onProof={async (body) => {
          const reply = await call('POST /api/account/two-factor/recovery-codes', { body })
          setCodes(reply.recovery_codes)
          onRenewed()
        }}
      />
    </Dialog>
  )
}
