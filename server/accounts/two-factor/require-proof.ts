import type { TwoFactorProof } from '#contract/accounts/two-factor.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { conflict, invalid, signInNeeded } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { requirePassword } from '#server/accounts/account/require-password.ts'
import { selectPasswordHash } from '#server/accounts/account/credentials.queries.ts'
import { selectUserForUpdate } from '#server/access/access.public.ts'

import { acceptCode, type TwoFactorUser } from './accept-code.ts'
import { withCodeLimits } from './limit-codes.ts'

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
