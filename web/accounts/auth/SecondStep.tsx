import { useQuery, queryOptions } from '@tanstack/react-query'
import { useSession } from '#web/app/session.ts'
import { RecoveryCodeSheet } from '#web/accounts/two-factor/RecoveryCodeSheet.tsx'
import { call, ApiError } from '#web/app/call.ts'
import { startSession } from '#web/app/session-actions.ts'
import { AuthenticatorStep } from '#web/accounts/two-factor/AuthenticatorStep.tsx'
import { LoadState } from '#web/ui/QueryContent.tsx'
import { ModeLink } from './ModeLink.tsx'
import { useFormMutation } from '#web/app/use-form-mutation.ts'
import { CodeField, CodeKindSwitch, useCodeKind } from '#web/accounts/two-factor/CodeField.tsx'
import { useCodeForm } from '#web/accounts/two-factor/two-factor-forms.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormOutcome, authErrorTexts } from './FormOutcome.tsx'

/** Follows a correct password: the code, or without an authenticator its set-up and the recovery codes. */
export function SecondStep({
  challenge,
  needsSetUp,
  codes,
  heading,
  onCodes,
  onBack,
  onDone,
}: {
  challenge: string
  needsSetUp: boolean
  heading: 'h2' | 'h3'
  codes: readonly string[] | undefined
  onCodes: (codes: readonly string[]) => void
  /** Back to the password, with the reason if the user did not choose it. */
  onBack: (problem?: string) => void
  onDone: () => void
}) {
  const session = useSession()
  if (codes)
    return <RecoveryCodeSheet codes={codes} username={session?.user.username ?? ''} onDone={onDone} />
  if (!needsSetUp) return <SecondStepForm challenge={challenge} onBack={onBack} onDone={onDone} />
  return (
    <>
      <SetUpAtSignIn challenge={challenge} heading={heading} onCodes={onCodes} onExpired={onBack} />
      <div className="flex wrap between gap-1-4 mt-5 muted text-sm">
        <ModeLink label="Back to sign in" onSelect={() => onBack()} />
      </div>
    </>
  )
}

/** For a user without an authenticator for whom an administrator has turned two-factor on. */
function SetUpAtSignIn({
  challenge,
  heading,
  onCodes,
  onExpired,
}: {
  challenge: string
  heading: 'h2' | 'h3'
  onCodes: (codes: readonly string[]) => void
  onExpired: (message: string) => void
}) {
  const query = useQuery(authenticatorQuery(challenge))
  async function confirm(code: string) {
    try {
      const reply = await call('POST /api/auth/login/two-factor', { body: { challenge, code } })
      startSession(reply.accessToken, reply.user)
      onCodes(reply.recovery_codes ?? [])
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      onExpired(error.message)
    }
  }
  if (query.data) return <AuthenticatorStep authenticator={query.data} heading={heading} onCode={confirm} />
  return <LoadState query={query} name="the setup" height={320} heading={heading} />
}

/** Loaded once per sign-in: a second call replaces the secret that the user has just scanned. */
const authenticatorQuery = (challenge: string) =>
  queryOptions({
    queryKey: ['authenticator', challenge],
    queryFn: () => call('POST /api/auth/login/two-factor/set-up', { body: { challenge } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

/** The second step of a sign-in; after it has expired the user starts again with the password. */
function SecondStepForm({
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
