import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'

import type { CurrentUser } from '#contract/access/users.ts'
import { call } from '#web/app/call.ts'
import { settingsPath } from '#web/app/paths.ts'
import { applyUser } from '#web/app/session-actions.ts'
import { useFormMutation } from '#web/app/use-form-mutation.ts'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { SectionCard } from '#web/ui/SectionCard.tsx'

import { accountErrorTexts } from './account-error-texts.ts'
import { useProfileForm } from './account-forms.ts'
import { AvatarField } from './AvatarField.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import styles from './SettingsPage.module.css'
import { useTransientMessage } from './TransientNotice.tsx'
import { useAvatarChoice } from './use-avatar-choice.ts'

type ProfileTexts = { username: string; email: string }
type Entered = ProfileTexts & { currentPassword: string }

const errorTexts = accountErrorTexts({
  failed: 'Failed to update profile',
  broken: 'An error occurred while updating profile',
})

export function ProfileForm({
  user,
  onDirtyChange,
}: {
  user: CurrentUser
  onDirtyChange: (isDirty: boolean) => void
}) {
  const { username, email } = user
  const queryClient = useQueryClient()
  const form = useProfileForm({ username, email })
  const { field, reset, control, formState } = form
  const isEmailChanged = useWatch({ control, name: 'email' }).trim() !== email
  const avatar = useAvatarChoice()
  const { message, show, clear } = useTransientMessage()
  const isDirty = formState.isDirty || avatar.file !== undefined
  useEffect(() => onDirtyChange(isDirty), [isDirty, onDirtyChange])
  // The session is refreshed from time to time; unsaved input stays.
  useEffect(
    () => reset({ username, email, currentPassword: '' }, { keepDirtyValues: true }),
    [username, email, reset],
  )

  const { submit, isPending } = useFormMutation(form, {
    mutationFn: async (values) => {
      const changes = profileChanges({ username, email }, values, avatar.file)
      return changes && call('PUT /api/users/me', { form: changes })
    },
    onMutate: clear,
    onSuccess: (reply) => {
      const saved = reply?.user ?? user
      reset({ username: saved.username, email: saved.email, currentPassword: '' })
      if (!reply) return show('info', 'No changes detected')
      avatar.clear()
      applyUser(saved)
      show('ok', 'Profile updated successfully!')
      for (const affected of ['profiles', 'scripts'])
        void queryClient.invalidateQueries({ queryKey: [affected], refetchType: 'none' })
    },
    errors: {
      fields: ['username', 'email', 'currentPassword'],
      otherFields: { avatar: avatar.showProblem },
      texts: errorTexts,
      showMessage: (text) => show('danger', text),
    },
  })

  return (
    <SectionCard
      id="profile-title"
      title="Profile"
      text="Everyone can see your username and avatar. Your email address stays private."
    >
      <SettingsForm
        label="Profile"
        message={message}
        submitLabel="Save Changes"
        isPending={isPending}
        onSubmit={() => void submit()}
      >
        <AvatarField name={username} currentUrl={user.avatar_url} choice={avatar} />
        <div className={`${styles.fields} grid gap-5`}>
          <TextField
            {...field('username')}
            label="Username"
            autoComplete="nickname"
            autoCapitalize="none"
            spellCheck={false}
            hint="Changing it also changes your profile URL."
          />
          <TextField
            {...field('email')}
            label="Email"
            type="email"
            autoComplete="email"
            hint={
              user.email_verified ? (
                'Confirmed. If you change it, you have to confirm the new address.'
              ) : (
                <>
                  Not confirmed yet. Use the link in the email that we sent you.{' '}
                  <Link to={settingsPath} search={{ tab: 'account' }} className="text-link">
                    Send it again
                  </Link>
                </>
              )
            }
          />
          {isEmailChanged && (
            <PasswordField
              {...field('currentPassword')}
              label="Current password"
              autoComplete="current-password"
              hint="We ask for it because your email address can be used to reset your password."
            />
          )}
        </div>
      </SettingsForm>
    </SectionCard>
  )
}

/** The form data of the changed fields; undefined if nothing changed. */
export function profileChanges(
  current: ProfileTexts,
  entered: Entered,
  avatar: File | undefined,
): FormData | undefined {
  const form = new FormData()
  if (entered.username !== current.username) form.set('username', entered.username)
  if (entered.email !== current.email) {
    form.set('email', entered.email)
    form.set('currentPassword', entered.currentPassword)
  }
  if (avatar) form.set('avatar', avatar)
  return [...form.keys()].length > 0 ? form : undefined
}
