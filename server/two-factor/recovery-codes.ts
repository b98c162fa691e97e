import type { RecoveryCodes, TwoFactorProof } from '#contract/two-factor.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database.ts'
import type { Hub } from '#platform/hub.ts'
import { recordActivity } from '#server/activities/activities.public.ts'

import { mailRecoveryCodesRenewed } from './mail-notices.ts'
import { withProof } from './require-proof.ts'
import { insertRecoveryCodes, removeRecoveryCodesOf } from './two-factor.queries.ts'
import { hashOfRecoveryCode, newRecoveryCodes } from './two-factor.rules.ts'

/** For whoever has used up theirs, or is not sure who has seen them. */
export async function renewRecoveryCodes(
  hub: Hub,
  actor: Actor,
  proof: TwoFactorProof,
): Promise<RecoveryCodes> {
  return withProof(hub, actor, proof, async (tx, holder) => {
    const codes = await giveRecoveryCodes(tx, actor.id)
    await mailRecoveryCodesRenewed(tx, hub, holder)
    await recordActivity(tx, {
      type: 'user',
      action: 'Recovery Codes Renewed',
      description: `${holder.username} made new recovery codes`,
      status: 'info',
      userId: actor.id,
      targetId: actor.id,
      targetType: 'user',
    })
    return { recovery_codes: codes }
  })
}

/** They leave here once and are kept only as their hashes. */
export async function giveRecoveryCodes(tx: Db, userId: number): Promise<string[]> {
  const codes = newRecoveryCodes()
  await removeRecoveryCodesOf(tx, userId)
  await insertRecoveryCodes(
    tx,
    userId,
    codes.map((code) => hashOfRecoveryCode(userId, code)),
  )
  return codes
}
