import type { TwoFactorProof } from '#contract/two-factor.ts'
import type { Actor } from '#platform/actor.ts'
import { inTransaction, type Db } from '#platform/database.ts'
import { conflict, invalid, signInNeeded } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { requirePassword } from '#server/account/account.public.ts'
import { selectPasswordHash, selectUserForUpdate } from '#server/users/users.public.ts'

import { acceptCode, type Holder } from './accept-code.ts'
import { limitingCodes } from './limit-codes.ts'

export const wrongPassword = () => invalid({ password: 'Password is incorrect' })

/** Does `work` for whoever brings the right password and a good code, in the transaction that uses the code up. */
export async function withProof<T>(
  hub: Hub,
  actor: Actor,
  { password, code }: TwoFactorProof,
  work: (tx: Db, holder: Holder) => Promise<T>,
): Promise<T> {
  const hash = await requirePassword(hub, actor.id, password, wrongPassword)
  return limitingCodes(hub, actor.id, () =>
    inTransaction(hub.db, async (tx) => {
      const user = await selectUserForUpdate(tx, actor.id)
      if (!user) throw signInNeeded()
      // It may have been changed while it was being checked.
      if ((await selectPasswordHash(tx, actor.id)) !== hash) throw wrongPassword()
      if (!user.twoFactorEnabled) throw conflict('Two-factor authentication is off')
      await acceptCode(tx, hub, user, code)
      return work(tx, user)
    }),
  )
}
