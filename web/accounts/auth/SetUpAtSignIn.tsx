import { useQuery } from '@tanstack/react-query'

import { call, ApiError } from '#web/app/call.ts'
import { startSession } from '#web/app/session-actions.ts'
import { AuthenticatorStep } from '#web/accounts/two-factor/AuthenticatorStep.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { authenticatorQuery } from './sign-in.data.ts'

/** For a user without an authenticator for whom an administrator has turned two-factor on. */
export function SetUpAtSignIn({
  challenge,
  onCodes,
  onExpired,
}: {
  challenge: string
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
  if (query.data) return <AuthenticatorStep authenticator={query.data} onCode={confirm} />
  if (query.isError)
    return (
      <FailedState
        heading="h3"
        title="Failed to load the set-up"
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  return (
    <div aria-busy="true">
      <output className="visually-hidden">Loading the set-up</output>
      <Skeleton shape="block" height={320} />
    </div>
  )
}
