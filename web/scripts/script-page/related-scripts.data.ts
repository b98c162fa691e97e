import { scriptLimits } from '#contract/scripts/script-limits.ts'
import { callQuery, pagedQuery } from '#web/app/call.ts'

export const relatedScriptsQuery = (id: number) =>
  callQuery(['scripts', 'related', id], 'GET /api/scripts/:id/related', { params: { id } })

export const dependentScriptsQuery = (id: number) =>
  callQuery(['scripts', 'dependents', id], 'GET /api/scripts/:id/dependents', {
    params: { id },
    query: { limit: scriptLimits.related },
  })

/** Beyond the last page it is the last page. */
export const dependentListQuery = (id: number, page: number) =>
  pagedQuery(['scripts', 'dependents', id, page], 'GET /api/scripts/:id/dependents', {
    params: { id },
    query: { page },
  })
