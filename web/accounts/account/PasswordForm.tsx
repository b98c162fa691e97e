import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'

import { accountLimits } from '#contract/access/users.ts'
import type { CurrentUser } from '#contract/access/users.ts'
import { call } from '#web/app/call.ts'
import { useFormMutation } from '#web/app/use-form-mutation.ts'
import { PasswordStrength } from '#web/accounts/auth/PasswordStrength.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { SectionCard } from '#web/ui/SectionCard.tsx'

import { accountErrorTexts } from './account-error-texts.ts'
import { usePasswordForm } from './account-forms.ts'
import { SettingsForm } from './SettingsForm.tsx'
import styles from './SettingsPage.module.css'
import { useTransientMessage } from './TransientNotice.tsx'

const errorTexts = accountErrorTexts({
  failed: 'Failed to change password',
  broken: 'An error occurred while changing password',
})

export function PasswordForm({
  user,
  onDirtyChange,
}: {
  user: CurrentUser
  onDirtyChange: (isDirty: boolean) => void
}) {
  const form = usePasswordForm()
  const { field, control } = form
  const { isDirty } = form.formState
  const newPassword = useWatch({ control, name: 'newPassword' })
  const { message, show, clear } = useTransientMessage()
  useEffect(() => onDirtyChange(isDirty), [isDirty, onDirtyChange])

  const { submit, isPending } = useFormMutation(form, {
    mutationFn: ({ currentPassword, newPassword: chosen }) =>
      call('PUT /api/users/me/password', { body: { currentPassword, newPassword: chosen } }),
    onMutate: clear,
    onSuccess: () => {
      form.reset()
      show('ok', 'Password changed successfully!')
    },
    errors: {
      fields: ['currentPassword', 'newPassword'],
      texts: errorTexts,
      showMessage: (text) => show('danger', text),
    },
  })

  return (
    <SectionCard
      id="password-title"
      title="Password"
      text="A new password signs out all your other devices. You stay signed in here."
    >
      <SettingsForm
        label="Password"
        message={message}
        submitLabel="Change Password"
        isPending={isPending}
        onSubmit={() => void submit()}
      >
        <div className={`${styles.fields} grid gap-5`}>
          {/* The username for password managers. */}
          <input type="email" autoComplete="username" value={user.email} readOnly hidden />
          <PasswordField
            {...field('currentPassword')}
            label="Current password"
            autoComplete="current-password"
          />
          <PasswordField
            {...field('newPassword')}
            label="New password"
            autoComplete="new-password"
            hint={<PasswordStrength password={newPassword} lengthMin={lengthMinFor(user)} />}
          />
          <PasswordField
            {...field('confirmPassword')}
            label="Confirm new password"
            autoComplete="new-password"
          />
        </div>
      </SettingsForm>
    </SectionCard>
  )
}

/** For the hint only: the server requires a longer password of users with an admin permission. */
function lengthMinFor({ permissions }: CurrentUser): number {
  const { passwordMin, passwordMinAdmin } = accountLimits
  return permissions?.some((key) => key.startsWith('admin.')) ? passwordMinAdmin : passwordMin
}
