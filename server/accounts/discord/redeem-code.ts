import { inTransaction } from '#platform/database/database.ts'
import { badRequest, conflict, tooMany } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { recordActivity } from '#server/records/records.public.ts'
import { updateTokensUsed as revokeTokens } from '#server/accounts/one-time-tokens/one-time-tokens.queries.ts'
import { joinGroup, invalidateUser, selectUserForUpdate } from '#server/access/access.public.ts'

import { insertLink, selectLinkOfChatAccount, selectOwnerOfCode, updateRedeemed } from './discord.queries.ts'
import { hashOfCode, normalizeCode } from './discord.rules.ts'

/** Per chat account, against guessing of 2^40 codes. */
const attempts = { calls: 5, perSeconds: 600 }

/** Links the chat account to the user of the code and adds the user to the group `verified`. */
export async function redeemCode(
  app: App,
  discordUserId: string,
  input: string,
): Promise<{ username: string }> {
  const { db, clock, sharedLimiter, secrets } = app
  const [wait = 0] = await sharedLimiter.consumeAll([
    { name: 'discord attempt', key: discordUserId, policy: attempts },
  ])
  if (wait > 0) throw tooMany('Too many attempts.', wait)
  const now = clock.now()
  const hash = hashOfCode(secrets.codes, normalizeCode(input))

  return inTransaction(db, async (tx) => {
    const existing = await selectLinkOfChatAccount(tx, discordUserId)
    if (existing) throw alreadyLinked(existing.username)
    const userId = await selectOwnerOfCode(tx, hash, now)
    if (userId === undefined) throw wrongCode()
    // The lock serializes concurrent calls that generate or redeem a code of this user.
    const user = await selectUserForUpdate(tx, userId)
    if (!user || !(await updateRedeemed(tx, hash, now))) throw wrongCode()
    // A linked user has no valid code, so the chat account was linked concurrently.
    if (!(await insertLink(tx, { userId, discordUserId, verifiedAt: now }))) throw alreadyLinked()

    await revokeTokens(tx, userId, ['discord'], now)
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
    invalidateUser(tx, userId)
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
