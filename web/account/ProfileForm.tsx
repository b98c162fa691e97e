import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'

import type { CurrentUser } from '#contract/accounts.ts'
import { call, CallFailure } from '#web/app/call.ts'
import { adoptUser } from '#web/app/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { useProfileForm } from './account-forms.ts'
import { AvatarField } from './AvatarField.tsx'
import { explainFailure } from './explain-failure.ts'
import { PassingNotice } from './PassingNotice.tsx'
import { profileChanges } from './profile-changes.ts'
import styles from './SettingsPage.module.css'
import { useAvatarChoice } from './use-avatar-choice.ts'
import { usePassingMessage } from './use-passing-message.ts'

const failureTexts = {
  refused: 'Failed to update profile',
  broken: 'An error occurred while updating profile',
}

export function ProfileForm({
  user,
  onDirtyChange,
}: {
  user: CurrentUser
  onDirtyChange: (isDirty: boolean) => void
}) {
  const { username, email } = user
  const queryClient = useQueryClient()
  const { register, handleSubmit, setError, forgive, reset, control, formState } = useProfileForm({
    username,
    email,
  })
  const { errors, isSubmitting, isDirty: isTextDirty } = formState
  const isMoving = useWatch({ control, name: 'email' }).trim() !== email
  const avatar = useAvatarChoice()
  const outcome = usePassingMessage()
  const isDirty = isTextDirty || avatar.file !== undefined
  useEffect(() => onDirtyChange(isDirty), [isDirty, onDirtyChange])
  // The person is refreshed from the server now and then; what they are typing stays.
  useEffect(
    () => reset({ username, email, currentPassword: '' }, { keepDirtyValues: true }),
    [username, email, reset],
  )

  const save = handleSubmit(async (entered) => {
    outcome.clear()
    const form = profileChanges({ username, email }, entered, avatar.file)
    if (!form) {
      reset({ username, email, currentPassword: '' })
      outcome.show('info', 'No changes detected')
      return
    }
    try {
      const { user: saved } = await call('PUT /api/users/me', { form })
      avatar.clear()
      reset({ username: saved.username, email: saved.email, currentPassword: '' })
      adoptUser(saved)
      outcome.show('ok', 'Profile updated successfully!')
      for (const shown of ['profiles', 'scripts'])
        void queryClient.invalidateQueries({ queryKey: [shown], refetchType: 'none' })
    } catch (error) {
      showRefusal(error)
    }
  })

  function showRefusal(error: unknown) {
    const { fields } =
      error instanceof CallFailure ? error : { fields: {} as Readonly<Record<string, string>> }
    const texts = (['username', 'email', 'currentPassword'] as const).filter((field) => fields[field])
    for (const [index, field] of texts.entries())
      setError(field, { message: fields[field] ?? '' }, { shouldFocus: index === 0 })
    if (fields['avatar']) avatar.showProblem(fields['avatar'])
    if (texts.length === 0 && !fields['avatar']) outcome.show('danger', explainFailure(error, failureTexts))
  }

  return (
    <Card as="section" padding="lg" aria-labelledby="profile-title">
      <form noValidate className={styles.card} aria-label="Profile" onSubmit={(event) => void save(event)}>
        <div className={styles.head}>
          <h2 id="profile-title">Profile</h2>
          <p>Everybody sees your username and your avatar. Your email address stays private.</p>
        </div>
        <AvatarField name={username} present={user.avatar_url} choice={avatar} />
        <div className={styles.fields}>
          <TextField
            {...register('username', { onChange: () => forgive('username') })}
            label="Username"
            autoComplete="nickname"
            autoCapitalize="none"
            spellCheck={false}
            hint="Links to your profile change with it."
            error={errors.username?.message}
          />
          <TextField
            {...register('email', { onChange: () => forgive('email') })}
            label="Email"
            type="email"
            autoComplete="email"
            hint={
              user.email_verified
                ? 'Confirmed. A new address has to be confirmed again.'
                : 'Not confirmed yet. The mail that we sent you has a link for it.'
            }
            error={errors.email?.message}
          />
          {isMoving && (
            <PasswordField
              {...register('currentPassword', { onChange: () => forgive('currentPassword') })}
              label="Current password"
              autoComplete="current-password"
              hint="A new address can open your account, so that we ask who you are."
              error={errors.currentPassword?.message}
            />
          )}
        </div>
        <div className={styles.foot}>
          <PassingNotice message={outcome.message} />
          <div className={styles.actions}>
            <Button type="submit" variant="cta" isBusy={isSubmitting} busyText="Saving...">
              Save Changes
            </Button>
          </div>
        </div>
      </form>
    </Card>
  )
}
