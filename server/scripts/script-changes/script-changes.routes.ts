import { scriptsApi } from '#contract/scripts/scripts.ts'
import { versionsApi } from '#contract/scripts/versions.ts'
import { cachedRoute, httpRoute, route } from '#platform/http/route.ts'
import { analysisTag, queueTag } from '#server/archives/archives.public.ts'
import { createUploadUrl } from '#server/scripts/uploads/uploads.ts'
import { userTag } from '#server/access/access.public.ts'
import { createDownloadLink, downloadResponse } from '#server/scripts/download-script.ts'
import { parseDescription, parseDocumentation } from '#server/scripts/description.rules.ts'
import { readScript } from '#server/scripts/script-detail.queries.ts'
import { cardTag, scriptTag } from '#server/scripts/script-tags.ts'

import { deleteScript } from './delete-script.ts'
import { editScript } from './edit-script.ts'
import { publishScript } from '#server/scripts/versions/decide-version.ts'
import { submitVersion, submitScript } from './submissions.ts'

/** Calls that create, change and delete scripts, and the downloads. */
export const scriptChangeRoutes = [
  cachedRoute(
    scriptsApi.get,
    (_, script) => [
      scriptTag(script.id),
      userTag(script.userId),
      ...(script.coAuthors ?? []).map(({ id }) => userTag(id)),
      'category-names',
      analysisTag(script.sha256),
      ...(script.basedOn ? [cardTag(script.basedOn.id)] : []),
      ...(script.analysis?.wait ? [queueTag] : []),
    ],
    ({ db, actor, params }) => readScript(db, actor, params.id),
  ),
  route(scriptsApi.preview, async ({ body: { description, images } }) => ({
    formattedDescription: images ? parseDocumentation(description, images) : parseDescription(description),
  })),
  route(scriptsApi.submit, ({ app, actor, request, idempotencyKey }) =>
    submitScript(app, actor, request, idempotencyKey),
  ),
  route(scriptsApi.edit, ({ app, actor, params, request }) => editScript(app, actor, params.id, request)),
  route(versionsApi.add, ({ app, actor, params, request, idempotencyKey }) =>
    submitVersion(app, actor, params.id, request, idempotencyKey),
  ),
  route(scriptsApi.remove, ({ app, actor, params }) => deleteScript(app, actor, params.id)),
  route(scriptsApi.publish, ({ app, actor, params }) => publishScript(app, actor, params.id)),
  route(scriptsApi.uploadUrl, ({ app, actor, body }) => createUploadUrl(app, actor, body)),
  route(scriptsApi.downloadUrl, ({ app, actor, params }) => createDownloadLink(app, actor, params.id)),
]

export const scriptFileRoutes = [
  httpRoute({
    method: 'GET',
    path: '/files/download/:token',
    access: 'verified-by-handler',
    work: 'transfer',
    handle: ({ app, request, params }) => downloadResponse(app, params.token ?? '', request),
  }),
]
