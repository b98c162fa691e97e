import type { Actor, Client } from '#platform/actor.ts'
import { notFound } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'

import { count, viewerOf } from './counters.ts'
import { maySeeScript } from './scripts.rules.ts'

/** Answers the views, whether this one counted or not: nobody learns how to raise them. */
export async function recordView(
  hub: Hub,
  actor: Actor | null,
  client: Client,
  scriptId: number,
): Promise<{ views: number }> {
  const viewer = viewerOf(hub, actor, client)
  const script = await count(hub, { kind: 'view', scriptId, userId: actor?.id ?? null, viewer })
  if (!script || !maySeeScript(actor, script)) throw notFound('Script not found')
  return { views: script.views }
}
