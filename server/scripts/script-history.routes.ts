import type { Activity } from '#contract/records/activities.ts'
import { scriptHistoryApi, type ScriptHistory } from '#contract/scripts/script-history.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { forbidden, notFound } from '#platform/errors.ts'
import { route } from '#platform/http/route.ts'
import { listScriptChanges } from '#server/records/records.public.ts'

import { selectOwnership } from './script-rows.queries.ts'
import { isAuthor, maySeeScript } from './scripts.rules.ts'

export const scriptHistoryRoutes = [
  route(scriptHistoryApi.get, ({ db, actor, params, query }) => readHistory(db, actor, params.id, query)),
]

/** The log has notes of moderators and ids in its metadata, so an entry has only what is named here. */
async function readHistory(
  db: Db,
  actor: Actor,
  scriptId: number,
  part: { page: number; limit: number },
): Promise<ScriptHistory> {
  const script = await selectOwnership(db, scriptId)
  if (!script || !maySeeScript(actor, script)) throw notFound('Script not found')
  if (!isAuthor(actor, script)) throw forbidden('Only the authors can see the history of a script')
  const { activities, pagination } = await listScriptChanges(db, scriptId, part)
  return { entries: activities.map(entryOf), pagination }
}

function entryOf({
  id,
  action,
  description,
  metadata,
  users,
  created_at: at,
}: Activity): ScriptHistory['entries'][number] {
  const { reason, number, changed } = metadata
  const isByModerator = reason === 'moderation'
  return {
    id,
    action,
    text: isByModerator ? '' : description,
    by: isByModerator ? null : (users?.username ?? null),
    isByModerator,
    version: typeof number === 'string' ? number : null,
    changed: Array.isArray(changed) ? changed.map(String) : [],
    at,
  }
}
