import { categoriesApi, categoryLimits } from '#contract/scripts/categories.ts'
import {
  moderatedScriptsApi,
  type ScriptAct,
  type ScriptActResult,
} from '#contract/scripts/moderated-scripts.ts'
import type { RemovalDraft } from '#contract/scripts/removal-schemas.ts'
import type { Script } from '#contract/scripts/scripts.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { invalidate, inTransaction, type Db } from '#platform/database/database.ts'
import { forbidden, conflict, HttpError, notFound, invalid } from '#platform/errors.ts'
import { route } from '#platform/http/route.ts'
import { enqueueJob } from '#platform/jobs/jobs.ts'
import { withTransaction } from '#server/accounts/accounts.public.ts'
import { recordActivity } from '#server/records/records.public.ts'
import {
  selectScriptCount as countScriptsOf,
  lockCategoryNames as lockCategories,
} from '#server/scripts/categories.queries.ts'
import { readScript } from '#server/scripts/script-detail.queries.ts'
import { removeScript } from '#server/scripts/removals/remove-scripts.ts'
import { restoreScript } from '#server/scripts/removals/restore-scripts.ts'
import { publishScript } from '#server/scripts/versions/decide-version.ts'
import { countScripts } from '#server/scripts/script-counts.queries.ts'
import {
  selectOwnership,
  selectScriptsOfCategory,
  updateCategoryOfScripts,
} from '#server/scripts/script-rows.queries.ts'
import { scriptsInTag } from '#server/scripts/script-tags.ts'
import { isAuthor } from '#server/scripts/scripts.rules.ts'
import { reindexScriptsJob } from '#server/scripts/write-attributes.ts'

import { listModeratedScripts, readModeratedScript } from './list-moderated-scripts.ts'

/** Scripts in the back office. */
export const scriptAdminRoutes = [
  route(moderatedScriptsApi.list, ({ db, query }) => listModeratedScripts(db, query)),
  route(moderatedScriptsApi.get, ({ db, params }) => readModeratedScript(db, params.id)),
  route(moderatedScriptsApi.bulk, ({ app, actor, body }) => actOnScripts(app, actor, body)),
  route(moderatedScriptsApi.remove, ({ app, actor, params, body }) =>
    hideScript(app, actor, params.id, body),
  ),
  route(categoriesApi.moveScripts, ({ db, actor, params, body }) =>
    moveScripts(db, actor, params.id, body.to),
  ),
  route(moderatedScriptsApi.restore, ({ app, actor, params }) => showScript(app, actor, params.id)),
]

/** Each script in a transaction of its own: what is impossible for one does not stop the others. */
async function actOnScripts(app: App, actor: Actor, act: ScriptAct): Promise<ScriptActResult> {
  const results: ScriptActResult['results'] = []
  for (const id of new Set(act.ids)) {
    const script = await selectOwnership(app.db, id)
    const name = script?.name ?? null
    try {
      if (!script) throw notFound('Script not found')
      await actOn(app, actor, script, act)
      results.push({ id, name, error: null })
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      results.push({ id, name, error: error.message })
    }
  }
  return { results }
}

type Owned = NonNullable<Awaited<ReturnType<typeof selectOwnership>>>

async function actOn(app: App, actor: Actor, script: Owned, act: ScriptAct) {
  const { id, publication } = script
  switch (act.action) {
    case 'hide':
      return hideScript(app, actor, id, act)
    case 'restore':
      return showScript(app, actor, id)
    default:
      if (isAuthor(actor, script)) throw forbidden('You cannot publish your own scripts')
      if (publication === 'removed') throw conflict('This script is hidden. Restore it first')
      return publishScript(app, actor, id)
  }
}

async function hideScript(
  app: Pick<App, 'db' | 'clock'>,
  sender: Actor,
  id: number,
  removal: RemovalDraft,
): Promise<Script> {
  const permission = 'admin.scripts.moderate'
  return withTransaction(app, sender, { permission }, async ({ db: tx, actor, now }) => {
    await removeScript(tx, actor, id, removal, now)
    return readScript(tx, actor, id)
  })
}

async function showScript(app: Pick<App, 'db' | 'clock'>, sender: Actor, id: number): Promise<Script> {
  const permission = 'admin.scripts.moderate'
  return withTransaction(app, sender, { permission }, async ({ db: tx, actor, now }) => {
    await restoreScript(tx, actor, id, now)
    return readScript(tx, actor, id)
  })
}

/** Moves some scripts of a category to another one, of every state. The caller repeats it for the rest. */
async function moveScripts(
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
