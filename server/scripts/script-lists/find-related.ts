import { scriptLimits } from '#contract/scripts/script-limits.ts'
import type { ScriptSummary } from '#contract/scripts/scripts.ts'
import type { CacheTag } from '#platform/cache/cache-tags.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { readScript } from '#server/scripts/read-script.ts'
import { scriptsInTag, scriptsOfTag } from '#server/scripts/script-tags.ts'
import { selectSummaries } from '#server/scripts/summaries.queries.ts'

import { selectRelated } from './related.queries.ts'

/** Related scripts: with the same words, in the same category or by the same author. */
export async function findRelated(
  db: Db,
  actor: Actor | null,
  id: number,
  addCacheTags: (...tags: CacheTag[]) => void,
): Promise<ScriptSummary[]> {
  await readScript(db, actor, id)
  const related = await selectRelated(db, id, scriptLimits.related)
  // Deleted in the meantime.
  if (!related) return []
  addCacheTags(scriptsInTag(related.categoryId), scriptsOfTag(related.userId))
  return selectSummaries(db, related.ids)
}
