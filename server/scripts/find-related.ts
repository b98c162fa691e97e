import { scriptLimits } from '#contract/script-limits.ts'
import type { ScriptSummary } from '#contract/scripts.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database.ts'

import { readScript } from './read-script.ts'
import { selectRelated } from './related.queries.ts'
import { scriptsInTag, scriptsOfTag } from './script-tags.ts'
import { selectSummaries } from './summaries.queries.ts'

/** What else somebody may want who looks at this script: among those of its category and of its author. */
export async function findRelated(
  db: Db,
  actor: Actor | null,
  id: number,
  dependsOn: (...tags: string[]) => void,
): Promise<ScriptSummary[]> {
  await readScript(db, actor, id)
  const related = await selectRelated(db, id, scriptLimits.related)
  // Gone in between.
  if (!related) return []
  dependsOn(scriptsInTag(related.categoryId), scriptsOfTag(related.userId))
  return selectSummaries(db, related.ids)
}
