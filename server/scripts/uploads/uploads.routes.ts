import { httpRoute } from '#platform/http/route.ts'
import { jsonResponse } from '#platform/http/send-response.ts'

import { receiveUpload } from './receive-upload.ts'
import { tusRoutes } from './tus.routes.ts'

export const uploadRoutes = [
  httpRoute({
    method: 'PUT',
    path: '/files/upload/:token',
    access: 'verified-by-handler',
    work: 'transfer',
    handle: async ({ app, request, params }) =>
      jsonResponse(await receiveUpload(app, params.token ?? '', request)),
  }),
  ...tusRoutes,
]
