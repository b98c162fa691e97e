import { useState } from 'react'
import { useWatch } from 'react-hook-form'

import { startSession } from '#web/app/session-actions.ts'
import { useFormMutation } from '#web/app/use-form-mutation.ts'
import { Button } from '#web/ui/Button.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast.ts'
import type { Body } from '#contract/platform/endpoint.ts'
import type { authApi } from '#contract/accounts/auth.ts'
import { ApiError, call } from '#web/app/call.ts'
import type { CallReply } from '#web/app/call.ts'

import { useRegisterForm } from './auth-forms.ts'
import { FormOutcome, authErrorTexts } from './FormOutcome.tsx'
import { PasswordStrength } from './PasswordStrength.tsx'

type Account = Omit<Body<typeof authApi.register>, 'proof'>

const confirmationToastMs = 15_000

export function RegisterForm({
  email,
  onEmailChange,
  onDone,
}: {
  email: string
  onEmailChange: (email: string) => void
  onDone: () => void
}) {
  const form = useRegisterForm(email)
  const { field, control } = form
  const [isChecking, setChecking] = useState(false)
  const password = useWatch({ control, name: 'password' })
  const { submit, isPending, isSuccess } = useFormMutation(form, {
    mutationFn: ({ username, email: address, password: secret }) =>
      registerAccount({ username, email: address, password: secret }, () => setChecking(true)),
    onSuccess: ({ accessToken, user }) => {
      startSession(accessToken, user)
      // The dialog closes after a second.
      void showToast({
        type: 'info',
        title: 'Confirm your email',
        message: `We have sent a link to ${user.email}. Open it to confirm your address.`,
        durationMs: confirmationToastMs,
      })
      onDone()
    },
    onSettled: () => setChecking(false),
    errors: { fields: ['username', 'email', 'password'], texts: authErrorTexts('Registration failed') },
  })
  return (
    <form
      noValidate
      className="grid gap-4"
      aria-label="Create Account"
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        {...field('username')}
        label="Username"
        autoComplete="nickname"
        autoCapitalize="none"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog focuses its first field
        autoFocus
      />
      <TextField {...field('email', onEmailChange)} label="Email" type="email" autoComplete="username" />
      <PasswordField
        {...field('password')}
        label="Password"
        autoComplete="new-password"
        hint={<PasswordStrength password={password} />}
      />
      <PasswordField {...field('confirmPassword')} label="Confirm password" autoComplete="new-password" />
      <output className={isChecking ? 'muted text-sm' : undefined}>
        {isChecking &&
          'Checking… Several accounts were created from your network, so your browser solves a short task. This takes a few seconds.'}
      </output>
      <FormOutcome
        failure={form.formError}
        success={isSuccess ? 'Account created successfully! You are now logged in.' : undefined}
      />
      <Button
        type="submit"
        variant="cta"
        size="lg"
        isWide
        isBusy={isPending}
        busyText={isChecking ? 'Checking…' : 'Creating Account...'}
        disabled={isSuccess}
      >
        Create Account
      </Button>
    </form>
  )
}

/** When the server sends a challenge, it is solved and the registration is repeated; `onChallenge` announces that. */
async function registerAccount(
  account: Account,
  onChallenge: () => void,
): Promise<CallReply<'POST /api/auth/register'>> {
  try {
    return await call('POST /api/auth/register', { body: account })
  } catch (error) {
    if (!(error instanceof ApiError) || !error.challenge) throw error
    onChallenge()
    const { solveWork } = await import('./solve-work.ts')
    const proof = await solveWork(error.challenge)
    return call('POST /api/auth/register', { body: { ...account, proof } })
  }
}
