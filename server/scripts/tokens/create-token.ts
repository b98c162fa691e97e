import { tokenLimits, type AccessToken, type TokenDraft } from '#contract/scripts/tokens.ts'
import type { Actor } from '#platform/actor.ts'
import { after, day } from '#platform/clock.ts'
import { type Db } from '#platform/database/database.ts'
import { HttpError, invalid, signInNeeded } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { recordActivity } from '#server/records/records.public.ts'
import { selectUserForUpdate } from '#server/access/access.public.ts'
import {
  hasConfirmedIdentity,
  insertAccessToken,
  mailAboutToken,
  newAccessToken,
  hashSecret,
  hintOf,
  selectAccessToken,
  selectAccessTokenCount,
  tokenCreatedTexts,
  withTransaction,
  type Write,
} from '#server/accounts/accounts.public.ts'
import { selectOwnership } from '#server/scripts/script-rows.queries.ts'
import { isAuthor } from '#server/scripts/scripts.rules.ts'

import { serializeTokens } from './list-tokens.ts'

/** The token leaves the server only here. */
export async function createToken(
  app: App,
  actor: Actor,
  draft: TokenDraft,
): Promise<{ token: string; created: AccessToken }> {
  // Before the transaction: a database connection must not wait for the hashing of a password.
  if (!(await hasConfirmedIdentity(app, actor, draft.currentPassword)))
    throw invalid({ currentPassword: 'Current password is required' })
  const token = newAccessToken()
  const created = await withTransaction(app, actor, {}, (write) => insert(write, app, draft, token))
  return { token, created }
}

async function insert(
  { db: tx, actor, now }: Write,
  app: App,
  draft: TokenDraft,
  token: string,
): Promise<AccessToken> {
  const { name, scopes, scripts, days } = draft
  const user = await selectUserForUpdate(tx, actor.id)
  if (!user) throw signInNeeded()
  if (scripts !== 'all') await assertOwn(tx, actor, scripts)
  if ((await selectAccessTokenCount(tx, actor.id, now)) >= tokenLimits.tokensMax)
    throw new HttpError('conflict', 'You have 20 access tokens. Revoke one that you no longer need.')
  const hash = hashSecret(token)
  await insertAccessToken(tx, {
    hash,
    userId: actor.id,
    name,
    hint: hintOf(token),
    scopes: [...new Set(scopes)],
    scripts: scripts === 'all' ? scripts : [...new Set(scripts)],
    createdAt: now,
    expiresAt: after(now, days * day),
  })
  await mailAboutToken(tx, app, user, tokenCreatedTexts(app.settings.siteName, name))
  await recordActivity(tx, {
    type: 'user',
    action: 'Token Created',
    description: `${actor.username} created the access token ${name}`,
    status: 'info',
    userId: actor.id,
    targetId: actor.id,
    targetType: 'user',
    metadata: { scopes, scripts: scripts === 'all' ? scripts : scripts.length, days },
  })
  const row = await selectAccessToken(tx, hash)
  const [created] = row ? await serializeTokens(tx, [row]) : []
  if (!created) throw new Error('The new access token is missing')
  return created
}

async function assertOwn(tx: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const script = await selectOwnership(tx, id)
    if (!script || !isAuthor(actor, script)) throw invalid({ scripts: 'Choose only scripts of your own' })
  }
}
