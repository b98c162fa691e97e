import type { Script } from '#contract/scripts/script-schemas.ts'
import { scriptStatesApi, type ScriptState } from '#contract/scripts/script-states.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { invalidate, type Db } from '#platform/database/database.ts'
import { forbidden, invalid, notFound } from '#platform/errors.ts'
import { route } from '#platform/http/route.ts'
import { withTransaction } from '#server/accounts/accounts.public.ts'
import { analysisTag } from '#server/archives/archives.public.ts'
import { recordActivity } from '#server/records/records.public.ts'
import { readScript } from '#server/scripts/script-detail.queries.ts'
import {
  selectOwnership,
  lockBases,
  selectIsBasedOn,
  upsertState,
} from '#server/scripts/script-rows.queries.ts'
import { cardTag, scriptTag } from '#server/scripts/script-tags.ts'
import { isMaintainer, maySeeScript } from '#server/scripts/scripts.rules.ts'

export const scriptStateRoutes = [
  route(scriptStatesApi.change, ({ app, actor, params, body }) => changeState(app, actor, params.id, body)),
]

async function changeState(app: App, sender: Actor, scriptId: number, state: ScriptState): Promise<Script> {
  return withTransaction(app, sender, {}, async ({ db: tx, actor }) => {
    const script = await selectOwnership(tx, scriptId)
    if (!script || !maySeeScript(actor, script)) throw notFound('Script not found')
    if (!isMaintainer(actor, script))
      throw forbidden('Only the owner and the maintainers can change the state of a script')
    if (state.basedOn !== null) await assertOtherScript(tx, actor, scriptId, state.basedOn)
    await upsertState(tx, scriptId, state)
    await recordActivity(tx, {
      type: 'script',
      action: 'Script Updated',
      description: `${actor.username} changed the state of ${script.name}`,
      status: 'success',
      userId: actor.id,
      targetId: scriptId,
      targetType: 'script',
      metadata: state,
    })
    const changed = await readScript(tx, actor, scriptId)
    invalidate(tx, scriptTag(scriptId), cardTag(scriptId), analysisTag(changed.sha256))
    return changed
  })
}

async function assertOtherScript(tx: Db, actor: Actor, scriptId: number, basedOn: number): Promise<void> {
  if (basedOn === scriptId) throw invalid({ basedOn: 'A script cannot be based on itself' })
  const other = await selectOwnership(tx, basedOn)
  if (!other || other.publication !== 'published' || !maySeeScript(actor, other))
    throw invalid({ basedOn: 'There is no such script' })
  await lockBases(tx)
  if (await selectIsBasedOn(tx, basedOn, scriptId))
    throw invalid({ basedOn: 'That script is based on this one' })
}
