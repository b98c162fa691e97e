import type { RecoveryCodes, TwoFactorProof } from '#contract/accounts/two-factor.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import type { App } from '#platform/app.ts'
import { recordActivity } from '#server/records/records.public.ts'

import { mailRecoveryCodesRenewed } from './mail-notices.ts'
import { withProof } from './require-proof.ts'
import { insertRecoveryCodes, removeRecoveryCodesOf } from './two-factor.queries.ts'
import { hashOfRecoveryCode, newRecoveryCodes } from './two-factor.rules.ts'

export async function renewRecoveryCodes(
  app: App,
  actor: Actor,
  proof: TwoFactorProof,
): Promise<RecoveryCodes> {
  return withProof(app, actor, proof, async (tx, user) => {
    const codes = await issueRecoveryCodes(tx, actor.id)
    await mailRecoveryCodesRenewed(tx, app, user)
    await recordActivity(tx, {
      type: 'user',
      action: 'Recovery Codes Renewed',
      description: `${user.username} made new recovery codes`,
      status: 'info',
      userId: actor.id,
      targetId: actor.id,
      targetType: 'user',
    })
    return { recovery_codes: codes }
  })
}

/** Replaces the codes. Only their hashes are stored. */
export async function issueRecoveryCodes(tx: Db, userId: number): Promise<string[]> {
  const codes = newRecoveryCodes()
  await removeRecoveryCodesOf(tx, userId)
  await insertRecoveryCodes(
    tx,
    userId,
    codes.map((code) => hashOfRecoveryCode(userId, code)),
  )
  return codes
}
