import type { LikeStatus } from '#contract/scripts/scripts.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { maySeeScript } from '#server/scripts/scripts.rules.ts'

import { count } from './counters.ts'
import { selectLikeStatus } from './counters.queries.ts'

export function likeScript(app: App, actor: Actor, scriptId: number): Promise<LikeStatus> {
  return setLike(app, actor, scriptId, 'like')
}

export function unlikeScript(app: App, actor: Actor, scriptId: number): Promise<LikeStatus> {
  return setLike(app, actor, scriptId, 'unlike')
}

async function setLike(
  app: App,
  actor: Actor,
  scriptId: number,
  kind: 'like' | 'unlike',
): Promise<LikeStatus> {
  const script = await count(app, { kind, scriptId, userId: actor.id, viewer: '', source: '' })
  if (!script || !maySeeScript(actor, script)) throw notFound('Script not found')
  if (script.publication !== 'published') throw conflict('This script is not published yet')
  return { isLiked: kind === 'like', likeCount: script.likes }
}

export async function readLikeStatus(db: Db, actor: Actor | null, scriptId: number): Promise<LikeStatus> {
  const found = await selectLikeStatus(db, scriptId, actor?.id ?? null)
  if (!found || !maySeeScript(actor, found)) throw notFound('Script not found')
  return { isLiked: found.isLiked, likeCount: found.likeCount }
}
