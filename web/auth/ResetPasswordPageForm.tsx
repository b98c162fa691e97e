import { useWatch } from 'react-hook-form'

import { call } from '#web/app/call.ts'
import { signOut } from '#web/app/session.ts'
import { currentToken } from '#web/app/session-store.ts'
import { Button } from '#web/ui/Button.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'

import { useNewPasswordForm } from './auth-forms.ts'
import styles from './AuthDialog.module.css'
import { FormOutcome } from './FormOutcome.tsx'
import { isDeadLink } from './is-dead-link.ts'
import { PasswordStrength } from './PasswordStrength.tsx'
import { showFailure } from './show-failure.ts'

export function ResetPasswordPageForm({
  token,
  onRefused,
  onChanged,
}: {
  token: string
  onRefused: () => void
  onChanged: () => void
}) {
  const { register, handleSubmit, setError, forgive, control, formState } = useNewPasswordForm()
  const { errors, isSubmitting } = formState
  const password = useWatch({ control, name: 'password' })
  const submit = handleSubmit(async ({ password: chosen }) => {
    try {
      const body = { token, password: chosen }
      await call('POST /api/auth/reset-password/confirm', { body })
      // Whoever is signed in here, probably the same person, signs in anew: their session has ended with the others.
      if (currentToken() !== undefined) await signOut()
      onChanged()
    } catch (error) {
      if (isDeadLink(error)) onRefused()
      else showFailure(error, ['password'], setError, 'Password reset failed')
    }
  })
  return (
    <form
      noValidate
      className={styles.form}
      aria-label="Choose a new password"
      onSubmit={(event) => void submit(event)}
    >
      <PasswordField
        {...register('password', { onChange: () => forgive('password') })}
        label="New password"
        autoComplete="new-password"
        error={errors.password?.message}
        hint={<PasswordStrength password={password} />}
      />
      <PasswordField
        {...register('confirmPassword', { onChange: () => forgive('confirmPassword') })}
        label="Confirm new password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
      />
      <FormOutcome failure={errors.root?.message} success={undefined} />
      <Button type="submit" variant="cta" size="lg" isWide isBusy={isSubmitting} busyText="Saving...">
        Set New Password
      </Button>
    </form>
  )
}
