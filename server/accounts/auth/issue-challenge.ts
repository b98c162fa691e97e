import type { TwoFactorChallenge } from '#contract/accounts/auth.ts'
import { minute } from '#platform/clock.ts'
import type { Db } from '#platform/database/database.ts'
import type { App } from '#platform/app.ts'
import { needsSetUp } from '#server/accounts/two-factor/read-two-factor.ts'
import { issueToken } from '#server/accounts/one-time-tokens/one-time-tokens.ts'

/** Long enough to install an authenticator app. */
const lifetime = 10 * minute

/**
 * The challenge is valid only for the second step. It ends with its first use, a password change and a change of
 * two-factor authentication.
 */
export async function createTwoFactorChallenge(
  tx: Db,
  { clock }: Pick<App, 'clock'>,
  userId: number,
): Promise<TwoFactorChallenge> {
  const { token, expiresAt } = await issueToken(tx, { kind: 'sign_in', userId, now: clock.now(), lifetime })
  return {
    two_factor_required: true,
    set_up_needed: await needsSetUp(tx, userId),
    challenge: token,
    expires_at: expiresAt.toISOString(),
  }
}
