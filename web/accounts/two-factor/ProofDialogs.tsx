import { useState } from 'react'

import type { CurrentUser } from '#contract/access/users.ts'
import type { TwoFactorProof } from '#contract/accounts/two-factor.ts'
import { FormOutcome, authErrorTexts } from '#web/accounts/auth/FormOutcome.tsx'
import { call } from '#web/app/call.ts'
import { useFormMutation } from '#web/app/use-form-mutation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

import { CodeField, CodeKindSwitch, useCodeKind } from './CodeField.tsx'
import { OwnPasswordField } from './OwnPasswordField.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { useProofForm } from './two-factor-forms.ts'

/** Requires password and code before a change of the two-factor settings. */
export function ProofForm({
  label,
  email,
  submitLabel,
  busyText,
  isDangerous = false,
  onProof,
}: {
  label: string
  email: string
  submitLabel: string
  busyText: string
  isDangerous?: boolean
  onProof: (proof: TwoFactorProof) => Promise<void>
}) {
  const form = useProofForm()
  const kind = useCodeKind(form)
  const { submit, isPending } = useFormMutation(form, {
    mutationFn: onProof,
    errors: {
      fields: ['password', 'code'],
      texts: authErrorTexts('Something went wrong. Please try again.'),
    },
  })
  return (
    <form noValidate className="stack gap-4" aria-label={label} onSubmit={(event) => void submit(event)}>
      <OwnPasswordField {...form.field('password')} email={email} />
      <CodeField {...form.field('code')} isRecovery={kind.isRecovery} />
      <FormOutcome failure={form.formError} success={undefined} />
      <Button
        type="submit"
        variant={isDangerous ? 'danger' : 'cta'}
        size="lg"
        isWide
        isBusy={isPending}
        busyText={busyText}
      >
        {submitLabel}
      </Button>
      <CodeKindSwitch {...kind} />
    </form>
  )
}

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
