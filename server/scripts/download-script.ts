import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Actor } from '#platform/actor.ts'
import { after, minute } from '#platform/clock.ts'
import { forbidden, notFound } from '#platform/failures.ts'
import { sendFile } from '#platform/files/send-file.ts'
import { readSignedAddress, signAddress } from '#platform/files/signed-address.ts'
import type { Hub } from '#platform/hub.ts'
import { requireSession } from '#server/sessions/sessions.public.ts'

import { insertLink } from './download-links.queries.ts'
import { savedName } from './saved-name.rules.ts'
import { selectArchive, selectOwnership } from './script-changes.queries.ts'
import { maySeeScript } from './scripts.rules.ts'

/** api.md: a download address is good for 10 minutes and needs no token. */
const addressLifetime = 10 * minute

/** Gives out the address of a script's archive, and notes who got it: only such downloads count. */
export async function giveDownloadAddress({ db, clock, secrets }: Hub, actor: Actor, id: number) {
  const script = await selectOwnership(db, id)
  const archive = await selectArchive(db, id)
  if (!script || !archive || !maySeeScript(actor, script)) throw notFound('Script not found')
  const now = clock.now()
  await insertLink(db, actor.id, id, now)
  const expiresAt = after(now, addressLifetime)
  const token = signAddress(
    secrets.files,
    'download',
    { script: id, sha256: archive.sha256, session: actor.sessionHash },
    expiresAt,
  )
  return {
    downloadUrl: `/files/download/${token}`,
    scriptName: script.name,
    fileName: savedName(script.name, archive.extension),
    fileSize: archive.size,
    sha256: archive.sha256,
    expiresAt: expiresAt.toISOString(),
  }
}

/** Sends the archive to whoever holds a good address, if the person it was given to may still download. */
export async function sendDownload(
  hub: Hub,
  token: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { db, clock, secrets, files } = hub
  const signed = readSignedAddress(secrets.files, 'download', token, clock.now())
  if (!signed) throw forbidden('This download address is invalid or has expired')
  await requireSession(db, String(signed.session), clock.now(), 'scripts.download')
  const id = Number(signed.script)
  const script = await selectOwnership(db, id)
  const archive = await selectArchive(db, id)
  if (!script || !archive || archive.sha256 !== signed.sha256)
    throw notFound('The file is no longer available')
  await sendFile(request, response, {
    store: files,
    key: archive.key,
    size: archive.size,
    fileName: savedName(script.name, archive.extension),
    contentType: 'application/octet-stream',
    disposition: 'attachment',
    etag: archive.sha256,
    cacheControl: 'private, no-store',
  })
}
