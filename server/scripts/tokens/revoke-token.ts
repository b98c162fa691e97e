import type { Actor } from '#platform/actor.ts'
import { inTransaction, type Db } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { recordActivity } from '#server/records/records.public.ts'
import { selectUserForUpdate } from '#server/access/access.public.ts'
import {
  hashSecret,
  mailAboutToken,
  removeAccessToken,
  removeAccessTokenOf,
  tokenRevokedTexts,
} from '#server/accounts/accounts.public.ts'

export async function revokeOwnToken({ db }: App, actor: Actor, id: string): Promise<null> {
  return inTransaction(db, async (tx) => {
    const name = await removeAccessTokenOf(tx, actor.id, id)
    if (name === undefined) throw notFound('Access token not found')
    await record(tx, actor.id, `${actor.username} revoked the access token ${name}`, actor.id)
    return null
  })
}

/** Anyone who has the token can revoke it. The reply does not say whether it was valid. */
export async function revokeLeakedToken(app: App, token: string): Promise<null> {
  return inTransaction(app.db, async (tx) => {
    const removed = await removeAccessToken(tx, hashSecret(token))
    const owner = removed && (await selectUserForUpdate(tx, removed.userId))
    if (!removed || !owner) return null
    const { name } = removed
    await mailAboutToken(tx, app, owner, tokenRevokedTexts(app.settings.siteName, name))
    await record(
      tx,
      owner.id,
      `The access token ${name} of ${owner.username} was revoked with the token itself`,
    )
    return null
  })
}

async function record(tx: Db, targetId: number, description: string, userId: number | null = null) {
  await recordActivity(tx, {
    type: 'user',
    action: 'Token Revoked',
    description,
    status: userId === null ? 'warning' : 'info',
    userId,
    targetId,
    targetType: 'user',
  })
}
