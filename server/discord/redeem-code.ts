import { inTransaction } from '#platform/database.ts'
import { badRequest, conflict, tooMany } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { recordActivity } from '#server/activities/activities.public.ts'
import { joinGroup } from '#server/groups/groups.public.ts'
import { announceUser, endCodes, selectUserForUpdate } from '#server/users/users.public.ts'

import { insertLink, selectLinkOfChatAccount, selectOwnerOfCode, updateRedeemed } from './discord.queries.ts'
import { hashOfCode, readTypedCode } from './discord.rules.ts'

/** One chat account guesses this often; of 2^40 codes it will not hit one. */
const attempts = { calls: 5, perSeconds: 600 }

/** Links a chat account to whoever was shown the code, and makes them a verified member at once. */
export async function redeemCode(
  hub: Hub,
  discordUserId: string,
  typed: string,
): Promise<{ username: string }> {
  const { db, clock, limits, secrets } = hub
  const [wait = 0] = await limits.count([{ name: 'discord attempt', key: discordUserId, policy: attempts }])
  if (wait > 0) throw tooMany(`Too many attempts. Please try again in ${inMinutes(wait)}.`, wait)
  const now = clock.now()
  const hash = hashOfCode(secrets.codes, readTypedCode(typed))

  return inTransaction(db, async (tx) => {
    const known = await selectLinkOfChatAccount(tx, discordUserId)
    if (known) throw alreadyLinked(known.username)
    const userId = await selectOwnerOfCode(tx, hash, now)
    if (userId === undefined) throw wrongCode()
    // Whoever generates or redeems a code of this user at the same moment waits here.
    const user = await selectUserForUpdate(tx, userId)
    if (!user || !(await updateRedeemed(tx, hash, now))) throw wrongCode()
    // A user who is linked has no code left, so it is the chat account that was linked in the meantime.
    if (!(await insertLink(tx, { userId, discordUserId, verifiedAt: now }))) throw alreadyLinked()

    await endCodes(tx, userId, ['discord'], now)
    await joinGroup(tx, userId, 'verified', now)
    await recordActivity(tx, {
      type: 'user',
      action: 'Discord Verified',
      description: `${user.username} linked their Discord account`,
      status: 'success',
      userId,
      targetId: userId,
      targetType: 'user',
    })
    announceUser(tx, userId)
    return { username: user.username }
  })
}

function wrongCode() {
  return badRequest('This code is wrong or has expired.')
}

function alreadyLinked(username?: string) {
  const account = username === undefined ? 'an account' : `the account \`${username}\``
  return conflict(`This Discord account is already linked to ${account}.`)
}

function inMinutes(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}
