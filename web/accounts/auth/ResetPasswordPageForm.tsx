import { useWatch } from 'react-hook-form'

import { call } from '#web/app/call.ts'
import { currentToken } from '#web/app/session-store.ts'
import { signOut } from '#web/app/session-actions.ts'
import { useFormMutation } from '#web/app/use-form-mutation.ts'
import { Button } from '#web/ui/Button.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'

import { useNewPasswordForm } from './auth-forms.ts'
import { FormOutcome, authErrorTexts } from './FormOutcome.tsx'
import { isExpiredLink } from './link-token.ts'
import { PasswordStrength } from './PasswordStrength.tsx'

export function ResetPasswordPageForm({
  token,
  onExpired,
  onChanged,
}: {
  token: string
  onExpired: () => void
  onChanged: () => void
}) {
  const form = useNewPasswordForm()
  const { field, control } = form
  const password = useWatch({ control, name: 'password' })
  const { submit, isPending } = useFormMutation(form, {
    mutationFn: ({ password: chosen }) =>
      call('POST /api/auth/reset-password/confirm', { body: { token, password: chosen } }),
    onSuccess: async () => {
      // The server has ended all sessions of the account, probably also the one of this browser.
      if (currentToken() !== undefined) await signOut()
      onChanged()
    },
    handlesError: (error) => {
      const isExpired = isExpiredLink(error)
      if (isExpired) onExpired()
      return isExpired
    },
    errors: { fields: ['password'], texts: authErrorTexts('Password reset failed') },
  })
  return (
    <form
      noValidate
      className="grid gap-4"
      aria-label="Choose a new password"
      onSubmit={(event) => void submit(event)}
    >
      <PasswordField
        {...field('password')}
        label="New password"
        autoComplete="new-password"
        hint={<PasswordStrength password={password} />}
      />
      <PasswordField {...field('confirmPassword')} label="Confirm new password" autoComplete="new-password" />
      <FormOutcome failure={form.formError} success={undefined} />
      <Button type="submit" variant="cta" size="lg" isWide isBusy={isPending} busyText="Saving...">
        Set New Password
      </Button>
    </form>
  )
}
