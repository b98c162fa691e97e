import type { TwoFactorProof } from '#contract/accounts/two-factor.ts'
import { useFormMutation } from '#web/app/use-form-mutation.ts'
import { FormOutcome, authErrorTexts } from '#web/accounts/auth/FormOutcome.tsx'
import { Button } from '#web/ui/Button.tsx'

import { CodeField, CodeKindSwitch, useCodeKind } from './CodeField.tsx'
import { OwnPasswordField } from './OwnPasswordField.tsx'
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
