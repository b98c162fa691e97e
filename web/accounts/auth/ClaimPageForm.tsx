import { useNavigate } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'

import { accountLimits } from '#contract/access/users.ts'
import { call } from '#web/app/call.ts'
import { startSession } from '#web/app/session-actions.ts'
import { useFormMutation } from '#web/app/use-form-mutation.ts'
import { useSite } from '#web/app/use-site.ts'
import { Button } from '#web/ui/Button.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast.ts'

import { useClaimForm } from './auth-forms.ts'
import { FormOutcome, authErrorTexts } from './FormOutcome.tsx'
import { isExpiredLink } from './link-token.ts'
import { PasswordStrength } from './PasswordStrength.tsx'

export function ClaimPageForm({ token, onExpired }: { token: string; onExpired: () => void }) {
  const navigate = useNavigate()
  const { siteName } = useSite()
  const form = useClaimForm()
  const { field, control } = form
  const password = useWatch({ control, name: 'password' })
  const { submit, isPending } = useFormMutation(form, {
    mutationFn: ({ username, email, password: chosen }) =>
      call('POST /api/auth/claim-owner', { body: { token, username, email, password: chosen } }),
    onSuccess: async ({ accessToken, user }) => {
      await navigate({ to: '/', replace: true })
      startSession(accessToken, user)
      const message = `Signed in as ${user.username}.`
      await showToast({ type: 'success', title: `You own ${siteName}`, message })
    },
    handlesError: (error) => {
      const isExpired = isExpiredLink(error)
      if (isExpired) onExpired()
      return isExpired
    },
    errors: { fields: ['username', 'email', 'password'], texts: authErrorTexts('Registration failed') },
  })
  return (
    <form
      noValidate
      className="grid gap-4"
      aria-label="Owner account"
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        {...field('username')}
        label="Username"
        autoComplete="nickname"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField {...field('email')} label="Email" type="email" autoComplete="username" />
      <PasswordField
        {...field('password')}
        label="Password"
        autoComplete="new-password"
        hint={<PasswordStrength password={password} lengthMin={accountLimits.passwordMinAdmin} />}
      />
      <PasswordField {...field('confirmPassword')} label="Confirm password" autoComplete="new-password" />
      <FormOutcome failure={form.formError} success={undefined} />
      <Button type="submit" variant="cta" size="lg" isWide isBusy={isPending} busyText="Creating Account...">
        Create Owner Account
      </Button>
    </form>
  )
}
