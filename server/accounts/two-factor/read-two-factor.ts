import type { TwoFactorState } from '#contract/accounts/two-factor.ts'
import type { Db } from '#platform/database/database.ts'

import { selectTwoFactor } from './two-factor.queries.ts'

export async function readTwoFactor(db: Db, userId: number): Promise<TwoFactorState> {
  const state = await selectTwoFactor(db, userId)
  return {
    enabled: state?.isEnabled ?? false,
    enabled_at: state?.confirmedAt?.toISOString() ?? null,
    recovery_codes_left: state?.codesLeft ?? 0,
  }
}

/** Returns whether an administrator has turned it on and the user has no authenticator yet. */
export async function needsSetUp(db: Db, userId: number): Promise<boolean> {
  return (await selectTwoFactor(db, userId))?.confirmedAt === null
}
