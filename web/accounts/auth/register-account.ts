import type { Body } from '#contract/platform/endpoint.ts'
import type { authApi } from '#contract/accounts/auth.ts'
import { ApiError, call } from '#web/app/call.ts'
import type { CallReply } from '#web/app/call.ts'

type Account = Omit<Body<typeof authApi.register>, 'proof'>

/** When the server sends a challenge, it is solved and the registration is repeated; `onChallenge` announces that. */
export async function registerAccount(
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
