import type { RawRoute } from '#platform/http/route.ts'

import { receiveUpload } from './receive-upload.ts'
import { tusRoutes } from './tus.routes.ts'

/** Where signed upload addresses lead. */
export const uploadRoutes: readonly RawRoute[] = [
  {
    method: 'PUT',
    path: '/files/upload/:token',
    work: 'transfer',
    handle: async (hub, request, response, { params }) => {
      const received = await receiveUpload(hub, params.token ?? '', request)
      response
        .setHeader('content-type', 'application/json; charset=utf-8')
        .setHeader('cache-control', 'no-store')
      response.end(JSON.stringify(received))
    },
  },
  ...tusRoutes,
]
