import { scriptLimits } from '#contract/script-limits.ts'
import type { ScriptSummary } from '#contract/scripts.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database.ts'

import { readScript } from './read-script.ts'
import { selectRelatedIds } from './related.queries.ts'
import { selectSummaries } from './summaries.queries.ts'

/** What else somebody may want who looks at this script. */
export async function findRelated(db: Db, actor: Actor | null, id: number): Promise<ScriptSummary[]> {
  await readScript(db, actor, id)
  return selectSummaries(db, await selectRelatedIds(db, id, scriptLimits.related))
}
