import { useState } from 'react'

import type { TwoFactorProof } from '#contract/two-factor.ts'
import { FormOutcome } from '#web/auth/FormOutcome.tsx'
import { showFailure } from '#web/auth/show-failure.ts'
import { Button } from '#web/ui/Button.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'

import { CodeField } from './CodeField.tsx'
import { CodeKindSwitch } from './CodeKindSwitch.tsx'
import styles from './TwoFactor.module.css'
import { useProofForm } from './two-factor-forms.ts'

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
  const [isRecovery, setRecovery] = useState(false)
  const { register, handleSubmit, setError, setFocus, setValue, forgive, formState } = useProofForm()
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
      {/* Tells password managers whose password this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...register('password', { onChange: () => forgive('password') })}
        label="Password"
        autoComplete="current-password"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog begins at its first field
        autoFocus
        error={errors.password?.message}
      />
      <CodeField
        {...register('code', { onChange: () => forgive('code') })}
        isRecovery={isRecovery}
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
      <CodeKindSwitch
        isRecovery={isRecovery}
        onSwitch={() => {
          setRecovery(!isRecovery)
          setValue('code', '')
          forgive('code')
          setFocus('code')
        }}
      />
    </form>
  )
}
