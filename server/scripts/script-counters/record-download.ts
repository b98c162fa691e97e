import type { DownloadSource } from '#contract/scripts/script-statistics.ts'
import type { Actor } from '#platform/actor.ts'
import { notFound } from '#platform/errors.ts'
import type { App } from '#platform/app.ts'
import { maySeeScript } from '#server/scripts/scripts.rules.ts'

import { count } from './counters.ts'

/** Returns the number of downloads, which this one may not have changed. */
export async function recordDownload(
  app: App,
  actor: Actor,
  scriptId: number,
  source: Exclude<DownloadSource, 'token'> = 'site',
): Promise<{ downloads: number }> {
  const script = await count(app, {
    kind: 'download',
    scriptId,
    userId: actor.id,
    viewer: '',
    source: actor.token ? 'token' : source,
  })
  if (!script || !maySeeScript(actor, script)) throw notFound('Script not found')
  return { downloads: script.downloads }
}
