import { queryOptions } from '@tanstack/react-query'

import { call } from '#web/app/call.ts'

export const installQuery = (versionId: number) =>
  queryOptions({
    queryKey: ['versions', 'install', versionId],
    queryFn: ({ signal }) => call('GET /api/versions/:id/install', { params: { id: versionId }, signal }),
  })
