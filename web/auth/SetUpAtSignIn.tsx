import { useQuery } from '@tanstack/react-query'

import { call, CallFailure } from '#web/app/call.ts'
import { AuthenticatorStep } from '#web/two-factor/AuthenticatorStep.tsx'
import { enterSession } from '#web/app/session.ts'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { authenticatorQuery } from './sign-in.data.ts'

/** An administrator has turned two-factor on for somebody who has no authenticator yet. */
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
      const answer = await call('POST /api/auth/login/two-factor', { body: { challenge, code } })
      enterSession(answer.accessToken, answer.user)
      onCodes(answer.recovery_codes ?? [])
    } catch (error) {
      if (!(error instanceof CallFailure) || error.status !== 401) throw error
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
