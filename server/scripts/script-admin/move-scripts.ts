import { categoryLimits } from '#contract/scripts/categories.ts'
import type { Actor } from '#platform/actor.ts'
import { invalidate, inTransaction, type Db } from '#platform/database/database.ts'
import { invalid, notFound } from '#platform/errors.ts'
import { enqueueJob } from '#platform/jobs/enqueue-job.ts'
import { recordActivity } from '#server/records/records.public.ts'
import {
  selectScriptCount as countScriptsOf,
  lockCategoryNames as lockCategories,
} from '#server/scripts/categories/categories.queries.ts'
import { countScripts } from '#server/scripts/script-counts.queries.ts'
import { scriptsInTag } from '#server/scripts/script-tags.ts'
import { selectScriptsOfCategory, updateCategoryOfScripts } from '#server/scripts/script-rows.queries.ts'
import { reindexScriptsJob } from '#server/scripts/write-attributes.ts'

/** Moves some scripts of a category to another one, of every state. The caller repeats it for the rest. */
export async function moveScripts(
  db: Db,
  { id: userId, username }: Pick<Actor, 'id' | 'username'>,
  from: number,
  to: number,
): Promise<{ moved: number; remaining: number }> {
  if (from === to) throw invalid({ to: 'Choose another category' })
  return inTransaction(db, async (tx) => {
    // The scripts come first, as in an edit of a script: another order could deadlock.
    const moved = await selectScriptsOfCategory(tx, from, categoryLimits.movedMax)
    const names = await lockCategories(tx, [from, to])
    const [source, target] = [names.get(from), names.get(to)]
    if (source === undefined) throw notFound('Category not found')
    if (target === undefined) throw invalid({ to: 'Category does not exist' })
    if (moved.length > 0) {
      const ids = moved.map(({ id }) => id)
      await updateCategoryOfScripts(tx, ids, to)
      await enqueueJob(tx, reindexScriptsJob, { ids })
      const published = moved.filter(({ publication }) => publication === 'published')
      await countScripts(tx, published, -1)
      const now = published.map((script) => ({ ...script, categoryId: to }))
      await countScripts(tx, now, 1)
      await recordActivity(tx, {
        type: 'system',
        action: 'Scripts Moved',
        description: `${username} moved ${moved.length === 1 ? '1 script' : `${moved.length} scripts`} from ${source} to ${target}`,
        status: 'warning',
        userId,
        targetId: to,
        targetType: 'category',
        metadata: { from: source, to: target, scripts: ids },
      })
      // The pages of all scripts have the second tag; one tag for each script would be longer than a message.
      invalidate(tx, 'categories', 'category-names', 'scripts', scriptsInTag(from), scriptsInTag(to))
    }
    return { moved: moved.length, remaining: await countScriptsOf(tx, from) }
  })
}
