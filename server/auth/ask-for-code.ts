import type { CodeNeeded } from '#contract/auth.ts'
import { minute } from '#platform/clock.ts'
import type { Db } from '#platform/database.ts'
import type { Hub } from '#platform/hub.ts'
import { needsSetUp } from '#server/two-factor/two-factor.public.ts'
import { issueCode } from '#server/users/users.public.ts'

/** Long enough to look for a phone, or to install an app where one has to be set up. */
const lifetime = 10 * minute

/**
 * What a right password gets where two-factor is on: no session, but a challenge that the second step alone
 * takes. It dies with its first use, with the password and with two-factor itself.
 */
export async function askForCode(tx: Db, { clock }: Pick<Hub, 'clock'>, userId: number): Promise<CodeNeeded> {
  const { token, expiresAt } = await issueCode(tx, { kind: 'sign_in', userId, now: clock.now(), lifetime })
  return {
    two_factor_required: true,
    set_up_needed: await needsSetUp(tx, userId),
    challenge: token,
    expires_at: expiresAt.toISOString(),
  }
}
