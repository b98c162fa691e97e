import type { Script } from '#contract/scripts/scripts.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'

import { selectScript } from './script-detail.queries.ts'
import { maySeeScript } from './scripts.rules.ts'

/** A script that the user may see; otherwise 404. */
export async function readScript(db: Db, actor: Actor | null, id: number): Promise<Script> {
  const found = await selectScript(db, id)
  if (!found || !maySeeScript(actor, found)) throw notFound('Script not found')
  return found.script
}
