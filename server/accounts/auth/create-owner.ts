import type { OwnerAccount } from '#contract/accounts/auth.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import type { App } from '#platform/app.ts'
import { hashPassword } from '#platform/passwords/passwords.ts'
import { recordActivity } from '#server/records/records.public.ts'
import { removeTokensOfKind as removeTokens } from '#server/accounts/one-time-tokens/one-time-tokens.queries.ts'
import {
  joinGroup,
  invalidateUser,
  emailKey,
  lockOwnership,
  withUniqueErrors,
  selectHasOwner,
  updateUser,
  usernameKey,
} from '#server/access/access.public.ts'
import { selectAccountByEmail } from '#server/accounts/account/credentials.queries.ts'

import { createAccount, type NewAccount } from './create-account.ts'

type Context = Pick<App, 'db' | 'clock'>

/** Only for the start configuration and the command line. */
export async function createOwner(
  { db, clock }: Context,
  owner: OwnerAccount,
  options: { onlyAsFirst?: boolean } = {},
): Promise<void> {
  const passwordHash = await hashPassword(owner.password)
  await withUniqueErrors(() =>
    inTransaction(db, async (tx) => {
      // Two nodes that start concurrently must create only one owner.
      await lockOwnership(tx)
      if (options.onlyAsFirst && (await selectHasOwner(tx))) return
      await insertOwner(tx, { ...owner, passwordHash, emailVerified: true }, clock.now())
    }),
  )
}

/** Makes an existing account an owner; its password does not change. Returns false if there is no such account. */
export async function promoteToOwner(
  { db, clock }: Context,
  { username, email }: Pick<OwnerAccount, 'username' | 'email'>,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const account = await selectAccountByEmail(tx, emailKey(email))
    if (!account || usernameKey(account.username) !== usernameKey(username)) return false
    await lockOwnership(tx)
    await updateUser(tx, account.id, { isOwner: true })
    await grantOwnership(tx, account, clock.now())
    invalidateUser(tx, account.id)
    return true
  })
}

/** Call this after `lockOwnership`. */
export async function insertOwner(tx: Db, owner: NewAccount, now: Date): Promise<number> {
  const id = await createAccount(tx, { ...owner, isOwner: true }, now)
  await grantOwnership(tx, { id, username: owner.username }, now)
  return id
}

/** Also removes the one-time links that create the first owner. */
async function grantOwnership(tx: Db, { id, username }: { id: number; username: string }, now: Date) {
  await joinGroup(tx, id, 'owner', now)
  await removeTokens(tx, 'owner')
  await recordActivity(tx, {
    type: 'user',
    action: 'Owner Created',
    description: `${username} owns this site`,
    status: 'success',
    userId: id,
    targetId: id,
    targetType: 'user',
  })
}
