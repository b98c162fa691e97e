import type { TwoFactorProof } from '#contract/two-factor.ts'
import { FormOutcome } from '#web/auth/FormOutcome.tsx'
import { showFailure } from '#web/auth/show-failure.ts'
import { Button } from '#web/ui/Button.tsx'

import { CodeField } from './CodeField.tsx'
import { CodeKindSwitch } from './CodeKindSwitch.tsx'
import { OwnPasswordField } from './OwnPasswordField.tsx'
import styles from './TwoFactor.module.css'
import { useProofForm } from './two-factor-forms.ts'
import { useCodeKind } from './use-code-kind.ts'

/** Password and code, before something about the two is changed. `onProof` refuses by throwing. */
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
  const { register, handleSubmit, setError, forgive, formState } = form
  const kind = useCodeKind(form)
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (proof) => {
    try {
      await onProof(proof)
    } catch (error) {
      showFailure(error, ['password', 'code'], setError, 'Something went wrong. Please try again.')
    }
  })
  return (
    <form noValidate className={styles.fields} aria-label={label} onSubmit={(event) => void submit(event)}>
      <OwnPasswordField
        {...register('password', { onChange: () => forgive('password') })}
        email={email}
        error={errors.password?.message}
      />
      <CodeField
        {...register('code', { onChange: () => forgive('code') })}
        isRecovery={kind.isRecovery}
        error={errors.code?.message}
      />
      <FormOutcome failure={errors.root?.message} success={undefined} />
      <Button
        type="submit"
        variant={isDangerous ? 'danger' : 'cta'}
        size="lg"
        isWide
        isBusy={isSubmitting}
        busyText={busyText}
      >
        {submitLabel}
      </Button>
      <CodeKindSwitch {...kind} />
    </form>
  )
}
