import type { LikeStatus } from '#contract/scripts.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database.ts'
import { conflict, notFound } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'

import { count } from './counters.ts'
import { selectLikeStatus } from './counters.queries.ts'
import { maySeeScript } from './scripts.rules.ts'

export function likeScript(hub: Hub, actor: Actor, scriptId: number): Promise<LikeStatus> {
  return setLike(hub, actor, scriptId, 'like')
}

export function unlikeScript(hub: Hub, actor: Actor, scriptId: number): Promise<LikeStatus> {
  return setLike(hub, actor, scriptId, 'unlike')
}

async function setLike(
  hub: Hub,
  actor: Actor,
  scriptId: number,
  kind: 'like' | 'unlike',
): Promise<LikeStatus> {
  const script = await count(hub, { kind, scriptId, userId: actor.id, viewer: '' })
  if (!script || !maySeeScript(actor, script)) throw notFound('Script not found')
  if (script.publication === 'review') throw conflict('This script is not published yet')
  return { isLiked: kind === 'like', likeCount: script.likes }
}

export async function readLikeStatus(db: Db, actor: Actor | null, scriptId: number): Promise<LikeStatus> {
  const found = await selectLikeStatus(db, scriptId, actor?.id ?? null)
  if (!found || !maySeeScript(actor, found)) throw notFound('Script not found')
  return { isLiked: found.isLiked, likeCount: found.likeCount }
}
