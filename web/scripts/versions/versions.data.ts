import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { call, callQuery, pagedQuery } from '#web/app/call.ts'
import { nullIfNotFound } from '#web/scripts/script-page/script-detail.data.ts'

/** A changelog has up to 5000 characters, so that more of them would make a large page. */
const versionsPerPage = 10
const choicesMax = 50

/** null if it does not exist. */
export const versionQuery = (versionId: number) =>
  queryOptions({
    queryKey: ['versions', 'one', versionId],
    queryFn: ({ signal }) =>
      nullIfNotFound(call('GET /api/versions/:id', { params: { id: versionId }, signal })),
  })

export const reportQuery = (versionId: number) =>
  callQuery(['versions', 'report', versionId], 'GET /api/versions/:id/report', { params: { id: versionId } })

/**
 * One page of the versions of a script; beyond the last page it is the last page. For `editorId`, its author or a
 * moderator, it has those that are not published.
 */
export const versionListQuery = (scriptId: number, page: number, editorId: number | undefined) =>
  pagedQuery(['versions', 'of', scriptId, page, editorId ?? null], 'GET /api/scripts/:id/versions', {
    params: { id: scriptId },
    query: { limit: versionsPerPage, page },
  })

export const versionChoicesQuery = (scriptId: number, editorId: number | undefined) => ({
  ...callQuery(['versions', 'of', scriptId, 'choices', editorId ?? null], 'GET /api/scripts/:id/versions', {
    params: { id: scriptId },
    query: { limit: choicesMax },
  }),
  placeholderData: keepPreviousData,
})
