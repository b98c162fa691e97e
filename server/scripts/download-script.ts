import type { IncomingMessage } from 'node:http'

import type { Actor } from '#platform/actor.ts'
import { after, minute } from '#platform/clock.ts'
import { databaseUnavailableError } from '#platform/database/database.ts'
import { forbidden, notFound } from '#platform/errors.ts'
import { accelRedirectPath } from '#platform/storage/accel-redirect.ts'
import { fileResponse } from '#platform/storage/file-response.ts'
import { readSignedUrl, signUrl, type SignedPayload } from '#platform/storage/signed-url.ts'
import type { App } from '#platform/app.ts'
import { requireSession } from '#server/sessions/sessions.public.ts'

import { insertLink } from './download-links.queries.ts'
import { recentDownloadLinks, type LinkedFile } from './recent-download-links.ts'
import { downloadFileName } from './download-file-name.rules.ts'
import { selectArchive, selectOwnership } from './script-rows.queries.ts'
import { maySeeScript } from './scripts.rules.ts'

/** A download link works for 10 minutes and needs no token. */
const linkLifetime = 10 * minute
const contentType = 'application/octet-stream'

/** Creates a signed link to the archive and records it for the user: only downloads after a link count. */
export async function createDownloadLink(app: App, actor: Actor, id: number) {
  const { db, clock, secrets } = app
  const script = await selectOwnership(db, id)
  const archive = await selectArchive(db, id)
  if (!script || !archive || !maySeeScript(actor, script)) throw notFound('Script not found')
  const now = clock.now()
  await insertLink(db, actor.id, id, now)
  const expiresAt = after(now, linkLifetime)
  const token = signUrl(
    secrets.files,
    'download',
    { script: id, sha256: archive.sha256, session: actor.sessionHash },
    expiresAt,
  )
  const file = fileOf(script, archive)
  recentDownloadLinks(app).add(token, file)
  return {
    downloadUrl: `/files/download/${token}`,
    scriptName: script.name,
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

async function findFile({ db, clock }: App, signed: SignedPayload): Promise<LinkedFile> {
  await requireSession(db, String(signed.session), clock.now(), 'scripts.download')
  const id = Number(signed.script)
  const script = await selectOwnership(db, id)
  const archive = await selectArchive(db, id)
  if (!script || !archive || archive.sha256 !== signed.sha256)
    throw notFound('The file is no longer available')
  return fileOf(script, archive)
}

function fileOf(
  { name }: { name: string },
  { key, size, sha256, extension }: { key: string; size: number; sha256: string; extension: string },
): LinkedFile {
  return { key, size, sha256, fileName: downloadFileName(name, extension) }
}

/** Not cached: each request is authorized again and gets a new URL. */
function redirectTo(location: string) {
  return { status: 302, headers: { location, 'cache-control': 'private, no-store' }, body: '' }
}
