import { useState } from 'react'

import { call } from '#web/app/call.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { useResetForm } from './auth-forms.ts'
import styles from './AuthDialog.module.css'
import { FormOutcome } from './FormOutcome.tsx'
import { showFailure } from './show-failure.ts'

export function ResetForm({
  email,
  onEmailChange,
}: {
  email: string
  onEmailChange: (email: string) => void
}) {
  const [isDone, setDone] = useState(false)
  const { register, handleSubmit, setError, forgive, formState } = useResetForm(email)
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (body) => {
    setDone(false)
    try {
      await call('POST /api/auth/reset-password', { body })
      setDone(true)
    } catch (error) {
      showFailure(error, ['email'], setError, 'Password reset failed')
    }
  })
  return (
    <form
      noValidate
      className={styles.form}
      aria-label="Reset Password"
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        {...register('email', {
          onChange: (event: { target: { value: string } }) => {
            forgive('email')
            onEmailChange(event.target.value)
          },
        })}
        label="Email"
        type="email"
        autoComplete="username"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog begins at its first field
        autoFocus
        error={errors.email?.message}
      />
      <FormOutcome
        failure={errors.root?.message}
        success={isDone ? 'Password reset email sent! Check your inbox.' : undefined}
      />
      <Button type="submit" variant="cta" size="lg" isWide isBusy={isSubmitting} busyText="Sending Email...">
        Send Reset Email
      </Button>
    </form>
  )
}
