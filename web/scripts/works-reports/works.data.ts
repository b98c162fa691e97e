import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { call, callQuery } from '#web/app/call.ts'
import { readPage } from '#web/app/page-beyond-end.ts'

/** The reports on a version, without `version` on the current one. Beyond the last page it is the last page. */
export const worksQuery = (scriptId: number, version: number | undefined, page = 1) =>
  queryOptions({
    queryKey: ['works', scriptId, version ?? null, page],
    queryFn: ({ signal }) =>
      readPage(page, (number) =>
        call('GET /api/scripts/:id/works-reports', {
          params: { id: scriptId },
          query: { page: number, version },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  })

export const ownWorksQuery = (versionId: number, userId: number) =>
  callQuery(['works', 'own', versionId, userId], 'GET /api/versions/:id/works-report', {
    params: { id: versionId },
  })
