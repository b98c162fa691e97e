import { useWatch } from 'react-hook-form'

import { call } from '#web/app/call.ts'
import { startSession } from '#web/app/session-actions.ts'
import { useFormMutation } from '#web/app/use-form-mutation.ts'
import { Button } from '#web/ui/Button.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { authErrorTexts } from './auth-error-texts.ts'
import { useRegisterForm } from './auth-forms.ts'
import styles from './AuthDialog.module.css'
import { FormOutcome } from './FormOutcome.tsx'
import { PasswordStrength } from './PasswordStrength.tsx'

export function RegisterForm({
  email,
  onEmailChange,
  onDone,
}: {
  email: string
  onEmailChange: (email: string) => void
  onDone: () => void
}) {
  const form = useRegisterForm(email)
  const { field, control } = form
  const password = useWatch({ control, name: 'password' })
  const { submit, isPending, isSuccess } = useFormMutation(form, {
    mutationFn: (values) =>
      call('POST /api/auth/register', {
        body: { username: values.username, email: values.email, password: values.password },
      }),
    onSuccess: ({ accessToken, user }) => {
      startSession(accessToken, user)
      onDone()
    },
    errors: { fields: ['username', 'email', 'password'], texts: authErrorTexts('Registration failed') },
  })
  return (
    <form
      noValidate
      className={styles.form}
      aria-label="Create Account"
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        {...field('username')}
        label="Username"
        autoComplete="nickname"
        autoCapitalize="none"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog focuses its first field
        autoFocus
      />
      <TextField {...field('email', onEmailChange)} label="Email" type="email" autoComplete="username" />
      <PasswordField
        {...field('password')}
        label="Password"
        autoComplete="new-password"
        hint={<PasswordStrength password={password} />}
      />
      <PasswordField {...field('confirmPassword')} label="Confirm password" autoComplete="new-password" />
      <FormOutcome
        failure={form.formError}
        success={isSuccess ? 'Account created successfully! You are now logged in.' : undefined}
      />
      <Button
        type="submit"
        variant="cta"
        size="lg"
        isWide
        isBusy={isPending}
        busyText="Creating Account..."
        disabled={isSuccess}
      >
        Create Account
      </Button>
    </form>
  )
}
