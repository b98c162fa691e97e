import type { IncomingMessage } from 'node:http'

import type { DownloadLink } from '#contract/scripts/versions.ts'
import type { Actor } from '#platform/actor.ts'
import { after, minute } from '#platform/clock.ts'
import { databaseUnavailableError } from '#platform/database/database-errors.ts'
import { forbidden, notFound } from '#platform/errors.ts'
import { accelRedirectPath, fileResponse } from '#platform/storage/file-response.ts'
import { readSignedUrl, signUrl, type SignedPayload } from '#platform/storage/signed-url.ts'
import { lazySingleton, type App } from '#platform/app.ts'
import { requireSession } from '#server/accounts/accounts.public.ts'

import { insertLink, selectArchive, type LinkedArchive } from './download-links.queries.ts'
import { downloadFileName, mayManageVersions, maySeeScript, readerOf } from './scripts.rules.ts'

/** The file behind a download link. */
type LinkedFile = { key: string; size: number; fileName: string; sha256: string }

const filesMax = 10_000

/** The files behind the most recent links of this node, for downloads while the database is unavailable. */
const recentDownloadLinks = lazySingleton(() => {
  const files = new Map<string, LinkedFile>()
  return {
    add(token: string, file: LinkedFile) {
      files.set(token, file)
      const [oldest] = files.size > filesMax ? files.keys() : []
      if (oldest !== undefined) files.delete(oldest)
    },
    find: (token: string) => files.get(token),
  }
})

/** A download link works for 10 minutes and needs no token. */
const linkLifetime = 10 * minute
const contentType = 'application/octet-stream'

/** Creates a signed link to the archive of the current version. */
export async function createDownloadLink(app: App, actor: Actor, id: number): Promise<DownloadLink> {
  const archive = await selectArchive(app.db, { scriptId: id })
  if (!archive || !maySeeScript(readerOf(actor, id), archive)) throw notFound('Script not found')
  return createArchiveLink(app, actor, archive)
}

/** Creates a signed link to an archive and records it for the user: only downloads after a link count. */
export async function createArchiveLink(
  app: App,
  actor: Actor,
  archive: LinkedArchive,
  lifetime = linkLifetime,
): Promise<DownloadLink> {
  const { db, clock, secrets } = app
  const { scriptId, versionId, sha256 } = archive
  const now = clock.now()
  await insertLink(db, { userId: actor.id, scriptId, versionId, linkedAt: now })
  const expiresAt = after(now, lifetime)
  const token = signUrl(
    secrets.files,
    'download',
    { script: scriptId, sha256, session: actor.sessionHash, version: versionId },
    expiresAt,
  )
  const file = fileOf(archive)
  // A ban can end a link that lives longer, so it needs the database.
  if (lifetime <= linkLifetime) recentDownloadLinks(app).add(token, file)
  return {
    downloadUrl: `/files/download/${token}`,
    scriptName: archive.scriptName,
    fileName: file.fileName,
    fileSize: file.size,
    sha256: file.sha256,
    expiresAt: expiresAt.toISOString(),
  }
}

/** Responds with the archive for a valid link whose user may still download. */
export async function downloadResponse(app: App, token: string, request: IncomingMessage) {
  const signed = readSignedUrl(app.secrets.files, 'download', token, app.clock.now())
  if (!signed) throw forbidden('This download URL is invalid or has expired')
  const file = await findFile(app, signed).catch((error: unknown) => {
    // Without the database the signed link is accepted: bans and deletions cannot happen at that time either.
    const linked = databaseUnavailableError(error) && recentDownloadLinks(app).find(token)
    if (!linked) throw error
    return linked
  })
  const url = await app.files.createSignedUrl(file.key, {
    method: request.method === 'HEAD' ? 'HEAD' : 'GET',
    fileName: file.fileName,
    contentType,
  })
  if (url !== undefined) {
    // Checked here, so that a missing file and an unavailable store get an error response of the app.
    const stored = await app.files.stat(file.key)
    if (stored?.size !== file.size) throw notFound('File not found')
    return redirectTo(url)
  }
  return fileResponse({
    store: app.files,
    key: file.key,
    size: file.size,
    fileName: file.fileName,
    contentType,
    disposition: 'attachment',
    etag: file.sha256,
    cacheControl: 'private, no-store',
    accelRedirect: accelRedirectPath(app.config, request, file.key),
  })
}

/** The link of a version continues to work when another version becomes the current one. */
async function findFile({ db, clock }: App, signed: SignedPayload): Promise<LinkedFile> {
  const actor = await requireSession(db, String(signed.session), clock.now(), 'scripts.download')
  const archive = await selectArchive(db, { versionId: Number(signed.version) })
  // Both can have changed since the link was created: what is public, for example by the blocklist, and who is an author.
  const isPublic =
    archive?.publication === 'published' && archive.isPublished && archive.withdrawalKind !== 'security'
  const mayRead = archive && (isPublic || mayManageVersions(readerOf(actor, archive.scriptId), archive))
  if (!mayRead || archive.sha256 !== signed.sha256) throw notFound('The file is no longer available')
  return fileOf(archive)
}

function fileOf({ key, size, sha256, extension, scriptName, number }: LinkedArchive): LinkedFile {
  return { key, size, sha256, fileName: downloadFileName(scriptName, number, extension) }
}

/** Not cached: each request is authorized again and gets a new URL. */
function redirectTo(location: string) {
  return { status: 302, headers: { location, 'cache-control': 'private, no-store' }, body: '' }
}
