import type { Actor, Client } from '#platform/actor.ts'
import { notFound } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { maySeeScript } from '#server/scripts/scripts.rules.ts'

import { count, viewerOf } from './counters.ts'

/** Returns the number of views whether this one counted or not, so that clients cannot learn how to raise it. */
export async function recordView(
  app: App,
  actor: Actor | null,
  client: Client,
  scriptId: number,
): Promise<{ views: number }> {
  const viewer = viewerOf(app, actor, client)
  const script = await count(app, { kind: 'view', scriptId, userId: actor?.id ?? null, viewer, source: '' })
  if (!script || !maySeeScript(actor, script)) throw notFound('Script not found')
  return { views: script.views }
}
