import { useState } from 'react'
import { useWatch } from 'react-hook-form'

import { call } from '#web/app/call.ts'
import { enterSession } from '#web/app/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { useRegisterForm } from './auth-forms.ts'
import styles from './AuthDialog.module.css'
import { PasswordStrength } from './PasswordStrength.tsx'
import { FormOutcome } from './FormOutcome.tsx'
import { showFailure } from './show-failure.ts'

export function RegisterForm({
  email,
  onEmailChange,
  onDone,
}: {
  email: string
  onEmailChange: (email: string) => void
  onDone: () => void
}) {
  const [isDone, setDone] = useState(false)
  const { register, handleSubmit, setError, forgive, control, formState } = useRegisterForm(email)
  const { errors, isSubmitting } = formState
  const password = useWatch({ control, name: 'password' })
  const submit = handleSubmit(async ({ username, email: address, password: chosen }) => {
    try {
      const body = { username, email: address, password: chosen }
      const { accessToken, user } = await call('POST /api/auth/register', { body })
      enterSession(accessToken, user)
      setDone(true)
      onDone()
    } catch (error) {
      showFailure(error, ['username', 'email', 'password'], setError, 'Registration failed')
    }
  })
  return (
    <form
      noValidate
      className={styles.form}
      aria-label="Create Account"
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        {...register('username', { onChange: () => forgive('username') })}
        label="Username"
        autoComplete="nickname"
        autoCapitalize="none"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog begins at its first field
        autoFocus
        error={errors.username?.message}
      />
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
        error={errors.email?.message}
      />
      <PasswordField
        {...register('password', { onChange: () => forgive('password') })}
        label="Password"
        autoComplete="new-password"
        error={errors.password?.message}
        hint={<PasswordStrength password={password} />}
      />
      <PasswordField
        {...register('confirmPassword', { onChange: () => forgive('confirmPassword') })}
        label="Confirm password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
      />
      <FormOutcome
        failure={errors.root?.message}
        success={isDone ? 'Account created successfully! You are now logged in.' : undefined}
      />
      <Button
        type="submit"
        variant="cta"
        size="lg"
        isWide
        isBusy={isSubmitting}
        busyText="Creating Account..."
        disabled={isDone}
      >
        Create Account
      </Button>
    </form>
  )
}
