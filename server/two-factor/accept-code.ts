import type { Db } from '#platform/database.ts'
import { invalid } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { recordActivity } from '#server/activities/activities.public.ts'

import { usedCode, wrongCode } from './limit-codes.ts'
import { mailRecoveryCodeUsed } from './mail-notices.ts'
import { openSecret } from './sealed-secret.rules.ts'
import { counterOf, hashOfRecoveryCode, readTypedCode } from './two-factor.rules.ts'
import { removeRecoveryCode, selectTwoFactor, updateLastCounter } from './two-factor.queries.ts'

export type Holder = { id: number; username: string; email: string }

/** Takes a code of the app or a recovery code; each opens once. Call it with the person's row locked. */
export async function acceptCode(tx: Db, hub: Hub, holder: Holder, typed: string): Promise<void> {
  const presented = readTypedCode(typed)
  if (presented?.kind === 'recovery') return acceptRecoveryCode(tx, hub, holder, presented.code)
  const state = await selectTwoFactor(tx, holder.id)
  if (!presented || !state?.secret || !state.confirmedAt) throw wrongCode()
  return acceptAppCode(tx, hub, { userId: holder.id, sealed: state.secret }, presented.code)
}

/** The step of a code is written down in the same statement that looks whether it is a new one. */
export async function acceptAppCode(
  tx: Db,
  { clock, secrets, log }: Pick<Hub, 'clock' | 'secrets' | 'log'>,
  { userId, sealed }: { userId: number; sealed: string },
  code: string,
): Promise<void> {
  const secret = openSecret(secrets.twoFactor, userId, sealed)
  if (secret === undefined) {
    log.warn('A two-factor secret was sealed by another key: was TOKEN_SECRET changed?', { userId })
    throw invalid({ code: 'This site can no longer check the codes of your app. Use a recovery code.' })
  }
  const counter = counterOf(secret, code, clock.now())
  if (counter === undefined) throw wrongCode()
  if (!(await updateLastCounter(tx, userId, { secret: sealed, counter }))) throw usedCode()
}

async function acceptRecoveryCode(tx: Db, hub: Hub, holder: Holder, code: string): Promise<void> {
  if (!(await removeRecoveryCode(tx, holder.id, hashOfRecoveryCode(holder.id, code)))) throw wrongCode()
  const left = (await selectTwoFactor(tx, holder.id))?.codesLeft ?? 0
  await mailRecoveryCodeUsed(tx, hub, holder, left)
  await recordActivity(tx, {
    type: 'user',
    action: 'Recovery Code Used',
    description: `${holder.username} used a recovery code`,
    status: 'warning',
    userId: holder.id,
    targetId: holder.id,
    targetType: 'user',
    metadata: { left },
  })
}
