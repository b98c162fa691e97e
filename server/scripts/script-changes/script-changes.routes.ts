import { scriptsApi } from '#contract/scripts/scripts.ts'
import { versionsApi } from '#contract/scripts/versions.ts'
import { cachedRoute, httpRoute, route } from '#platform/http/route.ts'
import { analysisTag, queueTag } from '#server/archives/archives.public.ts'
import { createUploadUrl } from '#server/scripts/uploads/uploads.ts'
import { userTag } from '#server/access/access.public.ts'
import { createDownloadLink, downloadResponse } from '#server/scripts/download-script.ts'
import { parseDescription, parseDocumentation } from '#server/scripts/description.rules.ts'
import { readScript } from '#server/scripts/script-detail.queries.ts'
import { cardTag, scriptTag, invalidateScript } from '#server/scripts/script-tags.ts'

import { editScript } from './edit-script.ts'
import { publishScript } from '#server/scripts/versions/decide-version.ts'
import { withTransaction, type Write } from '#server/accounts/accounts.public.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { conflict, forbidden } from '#platform/errors.ts'
import { recordActivity, endReviewsOf, emitEvent, onScript } from '#server/records/records.public.ts'
import { removeScript } from '#server/scripts/removals/remove-scripts.ts'
import { countScripts } from '#server/scripts/script-counts.queries.ts'
import {
  deleteScriptRow,
  selectArchiveKeys,
  selectImages,
  selectScriptForUpdate,
  type ScriptRow,
} from '#server/scripts/script-rows.queries.ts'
import { authorIds, isAuthor, requireManagement, roleIn } from '#server/scripts/scripts.rules.ts'
import { removeFilesAfter } from '#server/scripts/file-sweep/sweep-files.ts'
import { selectHasDispute } from '#server/scripts/removals.queries.ts'
import { insertDeletedArchives } from '#server/scripts/versions/uploaders.queries.ts'
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

/**
 * The owner and administrators delete a script with its files at once, other moderators hide it: its files are deleted
 * 30 days later (docs/decisions/0023-moderators-hide-scripts.md).
 */
async function deleteScript(app: App, sender: Actor, id: number): Promise<null> {
  return withTransaction(app, sender, {}, async (write) => {
    const { db: tx, actor, now } = write
    const script = requireManagement(actor, await selectScriptForUpdate(tx, id))
    const isOwn = roleIn(actor, script) === 'owner'
    if (isAuthor(actor, script) && !isOwn) throw forbidden('Only the owner can delete this script')
    const mayDelete = isOwn || actor.isAdmin || actor.isOwner
    await (mayDelete
      ? deleteAtOnce(write, app, script)
      : removeScript(tx, actor, id, deletedByModerator, now))
    return null
  })
}

const deletedByModerator = { reason: 'other', note: 'A moderator deleted it.' } as const

/** The files are removed after the commit. */
async function deleteAtOnce({ db: tx, actor, now }: Write, app: App, script: ScriptRow): Promise<void> {
  const { id } = script
  if (await selectHasDispute(tx, id))
    throw conflict('There is an open case about this script. It can be deleted when the case is closed')
  const archives = await selectArchiveKeys(tx, id)
  const images = await selectImages(tx, id)
  if (script.publication === 'published') await countScripts(tx, [script], -1)
  await endReviewsOf(tx, id, now)
  await insertDeletedArchives(tx, id, [script.userId, ...authorIds(script)])
  await deleteScriptRow(tx, id)
  const isModeration = roleIn(actor, script) !== 'owner'
  await recordActivity(tx, {
    ...onScript(actor.id, id),
    action: 'Script Deleted',
    description: `${actor.username} deleted ${script.name}`,
    status: isModeration ? 'warning' : 'info',
    metadata: isModeration ? { reason: 'moderation' } : {},
  })
  for (const userId of authorIds(script).filter((author) => author !== actor.id)) {
    const data = { script: script.name, ...(!isModeration && { author: actor.username }) }
    await emitEvent(tx, { kind: 'script-deleted', actorId: actor.id, userId, data }, now)
  }
  invalidateScript(tx, script)
  removeFilesAfter(tx, app, [...archives, ...images.flatMap(({ files }) => files)])
}
