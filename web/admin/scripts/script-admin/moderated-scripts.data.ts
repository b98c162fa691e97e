import type { QueryClient } from '@tanstack/react-query'

import type { ScriptAct, ScriptActResult } from '#contract/scripts/moderated-scripts.ts'
import type { ScriptSearch } from '#web/admin/admin-search.ts'
import { call, callQuery, pagedQuery, type CallReply } from '#web/app/call.ts'
import { invalidateScriptLists, scriptQuery } from '#web/scripts/script-page/script-detail.data.ts'

const scriptsKey = ['admin', 'scripts']

export type ListedScript = CallReply<'GET /api/moderation/scripts'>['scripts'][number]

export const scriptListQuery = (parameters: ScriptSearch) => {
  const search = { ...parameters, script: undefined }
  return pagedQuery([...scriptsKey, 'list', search], 'GET /api/moderation/scripts', { query: search })
}

export const moderatedScriptQuery = (id: number) =>
  callQuery([...scriptsKey, 'one', id], 'GET /api/moderation/scripts/:id', { params: { id } })

/** The server accepts 100 scripts at once. */
const idsMax = 100

/** Acts on many scripts; each result has the reason when nothing was done. */
export async function actOnScripts(act: ScriptAct): Promise<ScriptActResult['results']> {
  const results: ScriptActResult['results'] = []
  for (let start = 0; start < act.ids.length; start += idsMax) {
    const body = { ...act, ids: act.ids.slice(start, start + idsMax) }
    results.push(...(await call('POST /api/moderation/scripts/bulk', { body })).results)
  }
  return results
}

export async function invalidateScripts(queryClient: QueryClient, ids: readonly number[]): Promise<void> {
  invalidateScriptLists(queryClient)
  for (const id of ids) void queryClient.invalidateQueries({ queryKey: scriptQuery(id).queryKey })
  void queryClient.invalidateQueries({ queryKey: ['versions'] })
  await queryClient.invalidateQueries({ queryKey: scriptsKey })
}
