import type { IncomingMessage } from 'node:http'

import type { App } from '#platform/app.ts'
import { forbidden, notFound } from '#platform/errors.ts'
import { accelRedirectPath } from '#platform/storage/accel-redirect.ts'
import { fileResponse } from '#platform/storage/file-response.ts'
import { readSignedUrl } from '#platform/storage/signed-url.ts'
import { requireSession } from '#server/accounts/sessions/authenticate.ts'

import { selectExport } from './own-data.queries.ts'
import { exportPurpose } from './read-own-data.ts'

/** The link works for the session that read it, while that lasts. */
export async function downloadExport(app: App, token: string, request: IncomingMessage) {
  const now = app.clock.now()
  const signed = readSignedUrl(app.secrets.files, exportPurpose, token, now)
  if (!signed) throw forbidden('This download URL is invalid or has expired')
  await requireSession(app.db, String(signed.session), now)
  const row = await selectExport(app.db, Number(signed.user))
  if (!row || row.key === null || row.key !== signed.key || row.size === null)
    throw notFound('The file is no longer available')
  return fileResponse({
    store: app.files,
    key: row.key,
    size: row.size,
    fileName: 'your-data.zip',
    contentType: 'application/zip',
    disposition: 'attachment',
    etag: row.sha256 ?? row.key,
    cacheControl: 'private, no-store',
    accelRedirect: accelRedirectPath(app.config, request, row.key),
  })
}
