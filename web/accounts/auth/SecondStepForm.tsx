import { call, ApiError } from '#web/app/call.ts'
import { startSession } from '#web/app/session-actions.ts'
import { useFormMutation } from '#web/app/use-form-mutation.ts'
import { CodeField } from '#web/accounts/two-factor/CodeField.tsx'
import { CodeKindSwitch } from '#web/accounts/two-factor/CodeKindSwitch.tsx'
import { useCodeForm } from '#web/accounts/two-factor/two-factor-forms.ts'
import { useCodeKind } from '#web/accounts/two-factor/use-code-kind.ts'
import { Button } from '#web/ui/Button.tsx'

import { authErrorTexts } from './auth-error-texts.ts'
import { FormOutcome } from './FormOutcome.tsx'
import { ModeLink } from './ModeLink.tsx'

/** The second step of a sign-in; after it has expired the user starts again with the password. */
export function SecondStepForm({
  challenge,
  onBack,
  onDone,
}: {
  challenge: string
  onBack: (problem?: string) => void
  onDone: () => void
}) {
  const form = useCodeForm()
  const kind = useCodeKind(form)
  const { submit, isPending, isSuccess } = useFormMutation(form, {
    mutationFn: ({ code }) => call('POST /api/auth/login/two-factor', { body: { challenge, code } }),
    onSuccess: ({ accessToken, user }) => {
      startSession(accessToken, user)
      onDone()
    },
    handlesError: (error) => {
      const isExpired = error instanceof ApiError && error.status === 401
      if (isExpired) onBack(error.message)
      return isExpired
    },
    errors: { fields: ['code'], texts: authErrorTexts('Login failed') },
  })
  return (
    <form noValidate className="grid gap-4" aria-label="Your code" onSubmit={(event) => void submit(event)}>
      <CodeField
        {...form.field('code')}
        isRecovery={kind.isRecovery}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the focused element of the previous step has been removed
        autoFocus
      />
      <FormOutcome failure={form.formError} success={isSuccess ? 'Logged in successfully!' : undefined} />
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
      <div className="flex wrap between gap-1-4 mt-1 muted text-sm">
        <CodeKindSwitch {...kind} />
        <ModeLink label="Back to sign in" onSelect={() => onBack()} />
      </div>
    </form>
  )
}
