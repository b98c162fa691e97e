import type { DownloadLink } from '#contract/scripts/versions.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { notFound } from '#platform/errors.ts'
import { createArchiveLink } from '#server/scripts/download-script.ts'
import { mayManageVersions, readerOf } from '#server/scripts/scripts.rules.ts'

import { findFiles } from './read-version.ts'

/** Like the link of a script, for one of its versions. */
export async function createVersionLink(
  app: App,
  actor: Actor,
  id: number,
  lifetime?: number,
): Promise<DownloadLink> {
  const { version, script } = await findFiles(app.db, actor, id)
  const { key, size, sha256, extension, scriptId, number } = version
  if (key === null) throw notFound('The archive of this version is no longer available')
  const archive = { key, size, sha256, extension, scriptId, versionId: id, number, scriptName: script.name }
  return createArchiveLink(
    app,
    actor,
    archive,
    mayManageVersions(readerOf(actor, scriptId), script),
    lifetime,
  )
}
