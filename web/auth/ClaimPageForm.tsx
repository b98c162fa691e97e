import { useNavigate } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'

import { accountLimits } from '#contract/accounts.ts'
import { call } from '#web/app/call.ts'
import { enterSession } from '#web/app/session.ts'
import { useSite } from '#web/app/use-site.ts'
import { Button } from '#web/ui/Button.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast.ts'

import { useClaimForm } from './auth-forms.ts'
import styles from './AuthDialog.module.css'
import { FormOutcome } from './FormOutcome.tsx'
import { isDeadLink } from './is-dead-link.ts'
import { PasswordStrength } from './PasswordStrength.tsx'
import { showFailure } from './show-failure.ts'

export function ClaimPageForm({ token, onRefused }: { token: string; onRefused: () => void }) {
  const navigate = useNavigate()
  const { siteName } = useSite()
  const { register, handleSubmit, setError, forgive, control, formState } = useClaimForm()
  const { errors, isSubmitting } = formState
  const password = useWatch({ control, name: 'password' })
  const submit = handleSubmit(async ({ username, email, password: chosen }) => {
    try {
      const body = { token, username, email, password: chosen }
      const { accessToken, user } = await call('POST /api/auth/claim-owner', { body })
      await navigate({ to: '/', replace: true })
      enterSession(accessToken, user)
      await showToast({ type: 'success', title: `You own ${siteName}`, message: `Signed in as ${username}.` })
    } catch (error) {
      if (isDeadLink(error)) onRefused()
      else showFailure(error, ['username', 'email', 'password'], setError, 'Registration failed')
    }
  })
  return (
    <form
      noValidate
      className={styles.form}
      aria-label="Owner account"
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        {...register('username', { onChange: () => forgive('username') })}
        label="Username"
        autoComplete="nickname"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.username?.message}
      />
      <TextField
        {...register('email', { onChange: () => forgive('email') })}
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
        hint={<PasswordStrength password={password} lengthMin={accountLimits.passwordMinAdmin} />}
      />
      <PasswordField
        {...register('confirmPassword', { onChange: () => forgive('confirmPassword') })}
        label="Confirm password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
      />
      <FormOutcome failure={errors.root?.message} success={undefined} />
      <Button
        type="submit"
        variant="cta"
        size="lg"
        isWide
        isBusy={isSubmitting}
        busyText="Creating Account..."
      >
        Create Owner Account
      </Button>
    </form>
  )
}
