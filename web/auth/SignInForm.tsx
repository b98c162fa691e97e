import { useState } from 'react'

import type { CodeNeeded } from '#contract/auth.ts'
import { call } from '#web/app/call.ts'
import { enterSession } from '#web/app/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { useSignInForm } from './auth-forms.ts'
import styles from './AuthDialog.module.css'
import { FormOutcome } from './FormOutcome.tsx'
import { showFailure } from './show-failure.ts'

export function SignInForm({
  email,
  problem,
  onEmailChange,
  onCodeNeeded,
  onDone,
}: {
  email: string
  /** Why the sign-in begins again. */
  problem: string | undefined
  onEmailChange: (email: string) => void
  onCodeNeeded: (step: CodeNeeded) => void
  onDone: () => void
}) {
  const [isDone, setDone] = useState(false)
  const { register, handleSubmit, setError, forgive, formState } = useSignInForm(email)
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (body) => {
    try {
      const answer = await call('POST /api/auth/login', { body })
      if (!('accessToken' in answer)) return onCodeNeeded(answer)
      enterSession(answer.accessToken, answer.user)
      setDone(true)
      onDone()
    } catch (error) {
      showFailure(error, ['email', 'password'], setError, 'Login failed')
    }
  })
  return (
    <form noValidate className={styles.form} aria-label="Sign In" onSubmit={(event) => void submit(event)}>
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
      <PasswordField
        {...register('password', { onChange: () => forgive('password') })}
        label="Password"
        autoComplete="current-password"
        labelEnd={
          <button type="button" disabled className={styles.disabledLink}>
            Forgot password?
          </button>
        }
        error={errors.password?.message}
      />
      <FormOutcome
        failure={errors.root?.message ?? (formState.isSubmitted ? undefined : problem)}
        success={isDone ? 'Logged in successfully!' : undefined}
      />
      <Button
        type="submit"
        variant="cta"
        size="lg"
        isWide
        isBusy={isSubmitting}
        busyText="Signing In..."
        disabled={isDone}
      >
        Sign In
      </Button>
    </form>
  )
}
