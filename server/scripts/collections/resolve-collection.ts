import type { Collection } from '#contract/scripts/collections.ts'
import type { Resolution } from '#contract/scripts/resolve.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { resolveScripts } from '#server/scripts/resolve/resolve-scripts.ts'

import { readCollection } from './read-collections.ts'

export type ResolvedCollection = {
  collection: Collection
  /** The version of each script by its id: the fixed one or `latest`. */
  requested: Record<string, string>
  resolution: Resolution
}

/** Without scripts that are hidden, withdrawn or deleted. */
export async function resolveCollection(
  app: App,
  actor: Actor | null,
  id: number,
  options: Parameters<typeof readCollection>[3],
): Promise<ResolvedCollection> {
  const collection = await readCollection(app.db, actor, id, options)
  const requested = Object.fromEntries(
    collection.entries.flatMap(({ state, scriptId, version }) =>
      state === 'available' && scriptId !== null ? [[String(scriptId), version?.number ?? 'latest']] : [],
    ),
  )
  const body = { scripts: requested, resources: [], choices: {}, locked: {}, cooldown: 0 }
  return { collection, requested, resolution: await resolveScripts(app, body) }
}
