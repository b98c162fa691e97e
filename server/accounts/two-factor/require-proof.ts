import type { TwoFactorProof } from '#contract/accounts/two-factor.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { conflict, invalid, signInNeeded, HttpError, tooMany } from '#platform/errors.ts'
import { selectUserForUpdate } from '#server/access/access.public.ts'
import { mailUser } from '#server/accounts/mail-user.ts'
import { selectPasswordHash } from '#server/accounts/account/account.queries.ts'
import { requirePassword } from '#server/accounts/account/passwords.ts'
import { recoveryCodeUsedTexts } from '#server/accounts/accounts.texts.ts'
import { recordActivity, ownAct } from '#server/records/records.public.ts'

import { removeRecoveryCode, selectTwoFactor, updateLastCounter } from './two-factor.queries.ts'
import { decryptSecret, counterOf, hashOfRecoveryCode, parseCode } from './two-factor.rules.ts'

export const wrongPassword = () => invalid({ password: 'Password is incorrect' })

/** Verifies password and code and runs `work` in the transaction that consumes the code. */
export async function withProof<T>(
  app: App,
  actor: Actor,
  { password, code }: TwoFactorProof,
  work: (tx: Db, user: TwoFactorUser) => Promise<T>,
): Promise<T> {
  const hash = await requirePassword(app, actor.id, password, wrongPassword)
  return withCodeLimits(app, actor.id, () =>
    inTransaction(app.db, async (tx) => {
      const user = await selectUserForUpdate(tx, actor.id)
      if (!user) throw signInNeeded()
      // The password may have been changed while it was being verified.
      if ((await selectPasswordHash(tx, actor.id)) !== hash) throw wrongPassword()
      if (!user.twoFactorEnabled) throw conflict('Two-factor authentication is off')
      await acceptCode(tx, app, user, code)
      return work(tx, user)
    }),
  )
}

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
  await mailUser(tx, app, user, recoveryCodeUsedTexts(left))
  await recordActivity(tx, {
    ...ownAct(user),
    action: 'Recovery Code Used',
    description: `${user.username} used a recovery code`,
    status: 'warning',
    metadata: { left },
  })
}

/** Limits of wrong codes per user, from any IP: fifty guesses a day at three valid codes of a million. */
const policies = [
  { name: 'codes in five minutes', policy: { calls: 5, perSeconds: 300 } },
  { name: 'codes in an hour', policy: { calls: 20, perSeconds: 3_600 } },
  { name: 'codes in a day', policy: { calls: 50, perSeconds: 24 * 3_600 } },
]

export const wrongCode = () =>
  invalid({ code: 'This code is not right. Check that the time of your device is set automatically.' })

const usedCode = () => invalid({ code: 'This code has been used. Please wait for the next one.' })

export function isCodeError(error: unknown): boolean {
  return error instanceof HttpError && error.fields?.['code'] !== undefined
}

/**
 * Counts a wrong code before it is checked, so that concurrent codes count too. Only a wrong
 * code stays counted.
 */
export async function withCodeLimits<T>(
  { sharedLimiter }: Pick<App, 'sharedLimiter'>,
  userId: number,
  work: () => Promise<T>,
): Promise<T> {
  const limits = policies.map((limit) => ({ ...limit, key: `user ${userId}` }))
  const waits = await sharedLimiter.consumeAll(limits)
  const taken = limits.filter((_, index) => waits[index] === 0)
  const wait = Math.max(...waits)
  if (wait > 0) {
    await sharedLimiter.refund(taken)
    throw tooMany('Too many wrong codes.', wait)
  }
  try {
    const result = await work()
    await sharedLimiter.refund(taken)
    return result
  } catch (error) {
    if (!isCodeError(error)) await sharedLimiter.refund(taken)
    throw error
  }
}
