import type { Db } from '#platform/database/database.ts'
import { invalid } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { recordActivity } from '#server/records/records.public.ts'

import { usedCode, wrongCode } from './limit-codes.ts'
import { mailRecoveryCodeUsed } from './mail-notices.ts'
import { decryptSecret } from './encrypt-secret.rules.ts'
import { counterOf, hashOfRecoveryCode, parseCode } from './two-factor.rules.ts'
import { removeRecoveryCode, selectTwoFactor, updateLastCounter } from './two-factor.queries.ts'

export type TwoFactorUser = { id: number; username: string; email: string }

/** Accepts a code of the app or a recovery code once. Call this with the user row locked. */
export async function acceptCode(tx: Db, app: App, user: TwoFactorUser, input: string): Promise<void> {
  const parsed = parseCode(input)
  if (parsed?.kind === 'recovery') return acceptRecoveryCode(tx, app, user, parsed.code)
  const state = await selectTwoFactor(tx, user.id)
  if (!parsed || !state?.secret || !state.confirmedAt) throw wrongCode()
  return acceptAppCode(tx, app, { userId: user.id, encrypted: state.secret }, parsed.code)
}

/** One statement checks that the time step is new and stores it, so concurrent requests cannot use a code twice. */
export async function acceptAppCode(
  tx: Db,
  { clock, secrets, log }: Pick<App, 'clock' | 'secrets' | 'log'>,
  { userId, encrypted }: { userId: number; encrypted: string },
  code: string,
): Promise<void> {
  const secret = decryptSecret(secrets.twoFactor, userId, encrypted)
  if (secret === undefined) {
    log.warn('A two-factor secret cannot be decrypted: was TOKEN_SECRET changed?', { userId })
    throw invalid({ code: 'This site can no longer check the codes of your app. Use a recovery code.' })
  }
  const counter = counterOf(secret, code, clock.now())
  if (counter === undefined) throw wrongCode()
  if (!(await updateLastCounter(tx, userId, { secret: encrypted, counter }))) throw usedCode()
}

async function acceptRecoveryCode(tx: Db, app: App, user: TwoFactorUser, code: string): Promise<void> {
  if (!(await removeRecoveryCode(tx, user.id, hashOfRecoveryCode(user.id, code)))) throw wrongCode()
  const left = (await selectTwoFactor(tx, user.id))?.codesLeft ?? 0
  await mailRecoveryCodeUsed(tx, app, user, left)
  await recordActivity(tx, {
    type: 'user',
    action: 'Recovery Code Used',
    description: `${user.username} used a recovery code`,
    status: 'warning',
    userId: user.id,
    targetId: user.id,
    targetType: 'user',
    metadata: { left },
  })
}
