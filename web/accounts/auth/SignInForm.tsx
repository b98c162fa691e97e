import type { TwoFactorChallenge } from '#contract/accounts/auth.ts'
import { call } from '#web/app/call.ts'
import { startSession } from '#web/app/session-actions.ts'
import { useFormMutation } from '#web/app/use-form-mutation.ts'
import { Button } from '#web/ui/Button.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { authErrorTexts } from './auth-error-texts.ts'
import { useSignInForm } from './auth-forms.ts'
import { FormOutcome } from './FormOutcome.tsx'

export function SignInForm({
  email,
  problem,
  onEmailChange,
  onCodeNeeded,
  onDone,
}: {
  email: string
  /** Why the user has been sent back from the second step. */
  problem: string | undefined
  onEmailChange: (email: string) => void
  onCodeNeeded: (step: TwoFactorChallenge) => void
  onDone: () => void
}) {
  const form = useSignInForm(email)
  const { submit, isPending, isSuccess } = useFormMutation(form, {
    mutationFn: (body) => call('POST /api/auth/login', { body }),
    onSuccess: (reply) => {
      if (!('accessToken' in reply)) return onCodeNeeded(reply)
      startSession(reply.accessToken, reply.user)
      onDone()
    },
    errors: { fields: ['email', 'password'], texts: authErrorTexts('Login failed') },
  })
  return (
    <form noValidate className="grid gap-4" aria-label="Sign In" onSubmit={(event) => void submit(event)}>
      <TextField
        {...form.field('email', onEmailChange)}
        label="Email"
        type="email"
        autoComplete="username"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form is what its dialog or page is for
        autoFocus
      />
      <PasswordField
        {...form.field('password')}
        label="Password"
        autoComplete="current-password"
        labelEnd={
          <button type="button" disabled className="faint text-sm bare">
            Forgot password?
          </button>
        }
      />
      <FormOutcome
        failure={form.formError ?? (form.formState.isSubmitted ? undefined : problem)}
        success={isSuccess ? 'Logged in successfully!' : undefined}
      />
      <Button
        type="submit"
        variant="cta"
        size="lg"
        isWide
        isBusy={isPending}
        busyText="Signing In..."
        disabled={isSuccess}
      >
        Sign In
      </Button>
    </form>
  )
}
