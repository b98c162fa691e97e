import { queryOptions } from '@tanstack/react-query'

import { call } from '#web/app/call.ts'

export const reportQuery = (versionId: number) =>
  queryOptions({
    queryKey: ['versions', 'report', versionId],
    queryFn: ({ signal }) => call('GET /api/versions/:id/report', { params: { id: versionId }, signal }),
  })
