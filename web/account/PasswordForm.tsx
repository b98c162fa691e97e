import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'

import { accountLimits } from '#contract/accounts.ts'
import type { CurrentUser } from '#contract/accounts.ts'
import { call, CallFailure } from '#web/app/call.ts'
import { PasswordStrength } from '#web/auth/PasswordStrength.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'

import { usePasswordForm } from './account-forms.ts'
import { explainFailure } from './explain-failure.ts'
import { PassingNotice } from './PassingNotice.tsx'
import styles from './SettingsPage.module.css'
import { usePassingMessage } from './use-passing-message.ts'

const failureTexts = {
  refused: 'Failed to change password',
  broken: 'An error occurred while changing password',
}

export function PasswordForm({
  user,
  onDirtyChange,
}: {
  user: CurrentUser
  onDirtyChange: (isDirty: boolean) => void
}) {
  const { register, handleSubmit, setError, forgive, reset, control, formState } = usePasswordForm()
  const { errors, isSubmitting, isDirty } = formState
  const newPassword = useWatch({ control, name: 'newPassword' })
  const outcome = usePassingMessage()
  useEffect(() => onDirtyChange(isDirty), [isDirty, onDirtyChange])

  const save = handleSubmit(async ({ currentPassword, newPassword: chosen }) => {
    outcome.clear()
    try {
      await call('PUT /api/users/me/password', { body: { currentPassword, newPassword: chosen } })
      reset()
      outcome.show('ok', 'Password changed successfully!')
    } catch (error) {
      const fields = error instanceof CallFailure ? error.fields : {}
      const atFault = (['currentPassword', 'newPassword'] as const).filter((field) => fields[field])
      for (const [index, field] of atFault.entries())
        setError(field, { message: fields[field] ?? '' }, { shouldFocus: index === 0 })
      if (atFault.length === 0) outcome.show('danger', explainFailure(error, failureTexts))
    }
  })

  return (
    <Card as="section" padding="lg" aria-labelledby="password-title">
      <form noValidate className={styles.card} aria-label="Password" onSubmit={(event) => void save(event)}>
        <div className={styles.head}>
          <h2 id="password-title">Password</h2>
          <p>A new password ends every other session. You stay signed in here.</p>
        </div>
        <div className={styles.fields}>
          {/* Tells password managers whose password this is. */}
          <input type="email" autoComplete="username" value={user.email} readOnly hidden />
          <PasswordField
            {...register('currentPassword', { onChange: () => forgive('currentPassword') })}
            label="Current password"
            autoComplete="current-password"
            error={errors.currentPassword?.message}
          />
          <PasswordField
            {...register('newPassword', { onChange: () => forgive('newPassword') })}
            label="New password"
            autoComplete="new-password"
            error={errors.newPassword?.message}
            hint={<PasswordStrength password={newPassword} lengthMin={lengthMinFor(user)} />}
          />
          <PasswordField
            {...register('confirmPassword', { onChange: () => forgive('confirmPassword') })}
            label="Confirm new password"
            autoComplete="new-password"
            error={errors.confirmPassword?.message}
          />
        </div>
        <div className={styles.foot}>
          <PassingNotice message={outcome.message} />
          <div className={styles.actions}>
            <Button type="submit" variant="cta" isBusy={isSubmitting} busyText="Saving...">
              Change Password
            </Button>
          </div>
        </div>
      </form>
    </Card>
  )
}

/** A hint only: the server asks holders of any admin key for more. */
function lengthMinFor({ permissions }: CurrentUser): number {
  const { passwordMin, passwordMinAdmin } = accountLimits
  return permissions?.some((key) => key.startsWith('admin.')) ? passwordMinAdmin : passwordMin
}
