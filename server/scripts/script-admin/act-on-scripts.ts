import type { ScriptAct, ScriptActResult } from '#contract/scripts/moderated-scripts.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { forbidden, conflict, HttpError, notFound } from '#platform/errors.ts'
import { publishScript } from '#server/scripts/script-changes/publish-script.ts'
import { isAuthor } from '#server/scripts/scripts.rules.ts'
import { selectOwnership } from '#server/scripts/script-rows.queries.ts'

import { hideScript, showScript } from './change-removal.ts'

/** Each script in a transaction of its own: what is impossible for one does not stop the others. */
export async function actOnScripts(app: App, actor: Actor, act: ScriptAct): Promise<ScriptActResult> {
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
