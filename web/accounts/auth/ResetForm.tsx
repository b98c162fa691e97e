import { call } from '#web/app/call.ts'
import { useFormMutation } from '#web/app/use-form-mutation.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { authErrorTexts } from './auth-error-texts.ts'
import { useResetForm } from './auth-forms.ts'
import { FormOutcome } from './FormOutcome.tsx'

export function ResetForm({
  email,
  onEmailChange,
}: {
  email: string
  onEmailChange: (email: string) => void
}) {
  const form = useResetForm(email)
  const { submit, isPending, isSuccess } = useFormMutation(form, {
    mutationFn: (body) => call('POST /api/auth/reset-password', { body }),
    errors: { fields: ['email'], texts: authErrorTexts('Password reset failed') },
  })
  return (
    <form
      noValidate
      className="grid gap-4"
      aria-label="Reset Password"
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        {...form.field('email', onEmailChange)}
        label="Email"
        type="email"
        autoComplete="username"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog focuses its first field
        autoFocus
      />
      <FormOutcome
        failure={form.formError}
        success={isSuccess ? 'Password reset email sent! Check your inbox.' : undefined}
      />
      <Button type="submit" variant="cta" size="lg" isWide isBusy={isPending} busyText="Sending Email...">
        Send Reset Email
      </Button>
    </form>
  )
}
