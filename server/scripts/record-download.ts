import type { Actor } from '#platform/actor.ts'
import { notFound } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'

import { count } from './counters.ts'
import { maySeeScript } from './scripts.rules.ts'

/** Answers the downloads, whether this one counted or not. */
export async function recordDownload(
  hub: Hub,
  actor: Actor,
  scriptId: number,
): Promise<{ downloads: number }> {
  const script = await count(hub, { kind: 'download', scriptId, userId: actor.id, viewer: '' })
  if (!script || !maySeeScript(actor, script)) throw notFound('Script not found')
  return { downloads: script.downloads }
}
