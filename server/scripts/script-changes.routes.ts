import { scriptsApi } from '#contract/scripts.ts'
import { cachedRoute, route, type RawRoute } from '#platform/http/route.ts'
import { giveUploadAddress } from '#server/uploads/uploads.public.ts'
import { userTag } from '#server/users/users.public.ts'

import { deleteScript } from './delete-script.ts'
import { giveDownloadAddress, sendDownload } from './download-script.ts'
import { editScript } from './edit-script.ts'
import { readScript } from './read-script.ts'
import { scriptTag } from './script-tags.ts'
import { submitScript } from './submit-script.ts'

/** What changes scripts, and the files that travel for it. */
export const scriptChangeRoutes = [
  cachedRoute(
    scriptsApi.get,
    (_, script) => [scriptTag(script.id), userTag(script.userId), 'category-names'],
    ({ db, actor, params }) => readScript(db, actor, params.id),
  ),
  route(scriptsApi.submit, ({ hub, actor, request, idempotencyKey }) =>
    submitScript(hub, actor, request, idempotencyKey),
  ),
  route(scriptsApi.edit, ({ hub, actor, params, request }) => editScript(hub, actor, params.id, request)),
  route(scriptsApi.remove, ({ hub, actor, params }) => deleteScript(hub, actor, params.id)),
  route(scriptsApi.uploadAddress, ({ hub, actor, body }) => giveUploadAddress(hub, actor, body)),
  route(scriptsApi.downloadAddress, ({ hub, actor, params }) => giveDownloadAddress(hub, actor, params.id)),
]

export const scriptFileRoutes: readonly RawRoute[] = [
  {
    method: 'GET',
    path: '/files/download/:token',
    work: 'transfer',
    handle: (hub, request, response, { params }) => sendDownload(hub, params.token ?? '', request, response),
  },
]
