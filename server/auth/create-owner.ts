import type { OwnerAccount } from '#contract/auth.ts'
import { inTransaction, type Db } from '#platform/database.ts'
import type { Hub } from '#platform/hub.ts'
import { hashPassword } from '#platform/passwords.ts'
import { recordActivity } from '#server/activities/activities.public.ts'
import { joinGroup } from '#server/groups/groups.public.ts'
import {
  announceUser,
  emailKey,
  forgetCodes,
  lockOwnership,
  refusingTaken,
  selectAccountByEmail,
  selectHasOwner,
  updateUser,
  usernameKey,
} from '#server/users/users.public.ts'

import { createAccount, type NewAccount } from './create-account.ts'

type Tools = Pick<Hub, 'db' | 'clock'>

/** Makes an account that owns the site. Only the configuration and the command line lead here. */
export async function createOwner(
  { db, clock }: Tools,
  owner: OwnerAccount,
  options: { onlyAsFirst?: boolean } = {},
): Promise<void> {
  const passwordHash = await hashPassword(owner.password)
  await refusingTaken(() =>
    inTransaction(db, async (tx) => {
      // Two nodes that start together must not make two.
      await lockOwnership(tx)
      if (options.onlyAsFirst && (await selectHasOwner(tx))) return
      await insertOwner(tx, { ...owner, passwordHash, emailVerified: true }, clock.now())
    }),
  )
}

/** Makes an account that exists an owner, with the password it has. False when there is none of that name and address. */
export async function promoteToOwner(
  { db, clock }: Tools,
  { username, email }: Pick<OwnerAccount, 'username' | 'email'>,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const account = await selectAccountByEmail(tx, emailKey(email))
    if (!account || usernameKey(account.username) !== usernameKey(username)) return false
    await lockOwnership(tx)
    await updateUser(tx, account.id, { isOwner: true })
    await becomeOwner(tx, account, clock.now())
    announceUser(tx, account.id)
    return true
  })
}

/** With an owner every link that could make one is dead. Call it with the ownership locked. */
export async function insertOwner(tx: Db, owner: NewAccount, now: Date): Promise<number> {
  const id = await createAccount(tx, { ...owner, isOwner: true }, now)
  await becomeOwner(tx, { id, username: owner.username }, now)
  return id
}

async function becomeOwner(tx: Db, { id, username }: { id: number; username: string }, now: Date) {
  await joinGroup(tx, id, 'owner', now)
  await forgetCodes(tx, 'owner')
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
