import type { Script } from '#contract/scripts.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database.ts'
import { notFound } from '#platform/failures.ts'

import { selectScript } from './script-detail.queries.ts'
import { maySeeScript } from './scripts.rules.ts'

/** One script, if this person may see it. */
export async function readScript(db: Db, actor: Actor | null, id: number): Promise<Script> {
  const found = await selectScript(db, id)
  if (!found || !maySeeScript(actor, { userId: found.script.userId, publication: found.publication }))
    throw notFound('Script not found')
  return found.script
}
