import { ownDataApi } from '#contract/accounts/own-data.ts'
import { httpRoute, route } from '#platform/http/route.ts'

import { downloadExport } from './download-export.ts'
import { readOwnData } from './read-own-data.ts'
import { requestDeletion, restoreAccount } from './request-deletion.ts'
import { requestExport } from './write-export.ts'

export const ownDataRoutes = [
  route(ownDataApi.read, ({ app, actor }) => readOwnData(app, actor)),
  route(ownDataApi.requestExport, ({ app, actor }) => requestExport(app, actor)),
  route(ownDataApi.deleteAccount, ({ app, actor, body }) => requestDeletion(app, actor, body.password)),
  route(ownDataApi.restoreAccount, ({ app, actor }) => restoreAccount(app, actor)),
]

export const ownDataFileRoutes = [
  httpRoute({
    method: 'GET',
    path: '/files/export/:token',
    access: 'verified-by-handler',
    work: 'transfer',
    handle: ({ app, request, params }) => downloadExport(app, params.token ?? '', request),
  }),
]
