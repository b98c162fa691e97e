import { tokensApi, tokenLimits, type AccessToken, type TokenDraft } from '#contract/scripts/tokens.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { after, day } from '#platform/clock.ts'
import { type Db, inTransaction } from '#platform/database/database.ts'
import { HttpError, invalid, signInNeeded, notFound } from '#platform/errors.ts'
import { route } from '#platform/http/route.ts'
import { selectUserForUpdate } from '#server/access/access.public.ts'
import {
  hasConfirmedIdentity,
  insertAccessToken,
  mailUser,
  newAccessToken,
  hashSecret,
  hintOf,
  selectAccessToken,
  selectAccessTokenCount,
  tokenCreatedTexts,
  withTransaction,
  type Write,
  neverUsed,
  selectAccessTokens,
  type AccessTokenRow,
  removeAccessToken,
  removeAccessTokenOf,
  tokenRevokedTexts,
} from '#server/accounts/accounts.public.ts'
import { actOver, ownAct, recordActivity } from '#server/records/records.public.ts'

import { selectOwnership, selectOwnerships } from './script-rows.queries.ts'
import { isAuthor, maySeeScript } from './scripts.rules.ts'

export const tokenRoutes = [
  route(tokensApi.list, ({ app, actor }) => listTokens(app, actor)),
  route(tokensApi.create, ({ app, actor, body }) => createToken(app, actor, body)),
  route(tokensApi.remove, ({ app, actor, params }) => revokeOwnToken(app, actor, params.id)),
  route(tokensApi.current, ({ db, actor }) => readToken(db, actor)),
  route(tokensApi.revoke, ({ app, body }) => revokeLeakedToken(app, body.token)),
]

/** The token leaves the server only here. */
async function createToken(
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
  await mailUser(tx, app, user, tokenCreatedTexts(name))
  await recordActivity(tx, {
    ...ownAct(actor),
    action: 'Token Created',
    description: `${actor.username} created the access token ${name}`,
    status: 'info',
    metadata: { scopes, scripts: scripts === 'all' ? scripts : scripts.length, days },
  })
  const row = await selectAccessToken(tx, hash)
  const [created] = row ? await serializeTokens(tx, actor, [row]) : []
  if (!created) throw new Error('The new access token is missing')
  return created
}

async function assertOwn(tx: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const script = await selectOwnership(tx, id)
    if (!script || !isAuthor(actor, script)) throw invalid({ scripts: 'Choose only scripts of your own' })
  }
}

async function listTokens({ db, clock }: App, actor: Actor): Promise<AccessToken[]> {
  return serializeTokens(db, actor, await selectAccessTokens(db, actor.id, clock.now()))
}

/** The token of the request. */
async function readToken(db: Db, actor: Actor): Promise<{ username: string; token: AccessToken }> {
  const { username, sessionHash } = actor
  const row = await selectAccessToken(db, sessionHash)
  const [token] = row ? await serializeTokens(db, actor, [row]) : []
  if (!token) throw notFound('The request has no access token')
  return { username, token }
}

/** Without scripts that were handed over and hidden since. */
async function serializeTokens(
  db: Db,
  actor: Actor,
  rows: readonly AccessTokenRow[],
): Promise<AccessToken[]> {
  const ids = rows.flatMap(({ scriptIds }) => scriptIds ?? [])
  const owned = await selectOwnerships(db, ids)
  const named = owned.filter((script) => maySeeScript(actor, script)).map(({ id, name }) => ({ id, name }))
  return rows.map((row) => ({
    id: row.id,
    name: row.name ?? '',
    hint: row.hint ?? '',
    scopes: row.scopes ?? [],
    scripts: row.scriptChoice === 'all' ? null : named.filter(({ id }) => row.scriptIds?.includes(id)),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    lastUsedAt: row.lastSeenAt > neverUsed ? row.lastSeenAt.toISOString() : null,
  }))
}

async function revokeOwnToken({ db }: App, actor: Actor, id: string): Promise<null> {
  return inTransaction(db, async (tx) => {
    const name = await removeAccessTokenOf(tx, actor.id, id)
    if (name === undefined) throw notFound('Access token not found')
    await record(tx, actor.id, `${actor.username} revoked the access token ${name}`, actor.id)
    return null
  })
}

/** Anyone who has the token can revoke it. The reply does not say whether it was valid. */
async function revokeLeakedToken(app: App, token: string): Promise<null> {
  return inTransaction(app.db, async (tx) => {
    const removed = await removeAccessToken(tx, hashSecret(token))
    const owner = removed && (await selectUserForUpdate(tx, removed.userId))
    if (!removed || !owner) return null
    const { name } = removed
    await mailUser(tx, app, owner, tokenRevokedTexts(name))
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
    ...actOver(userId === null ? null : { id: userId }, { id: targetId }),
    action: 'Token Revoked',
    description,
    status: userId === null ? 'warning' : 'info',
  })
}
