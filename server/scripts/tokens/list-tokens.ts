import type { AccessToken } from '#contract/scripts/tokens.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import type { Db } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import {
  neverUsed,
  selectAccessToken,
  selectAccessTokens,
  type AccessTokenRow,
} from '#server/accounts/accounts.public.ts'

import { selectScriptNames } from './tokens.queries.ts'

export async function listTokens({ db, clock }: App, actor: Actor): Promise<AccessToken[]> {
  return serializeTokens(db, await selectAccessTokens(db, actor.id, clock.now()))
}

/** The token of the request. */
export async function readToken(
  db: Db,
  { username, sessionHash }: Actor,
): Promise<{ username: string; token: AccessToken }> {
  const row = await selectAccessToken(db, sessionHash)
  const [token] = row ? await serializeTokens(db, [row]) : []
  if (!token) throw notFound('The request has no access token')
  return { username, token }
}

export async function serializeTokens(db: Db, rows: readonly AccessTokenRow[]): Promise<AccessToken[]> {
  const ids = rows.flatMap(({ scriptIds }) => scriptIds ?? [])
  const named = await selectScriptNames(db, ids)
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
