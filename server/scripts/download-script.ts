import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Actor } from '#platform/actor.ts'
import { after, minute } from '#platform/clock.ts'
import { databaseOutage } from '#platform/database.ts'
import { forbidden, notFound } from '#platform/failures.ts'
import { proxyPathOf } from '#platform/files/proxy-path.ts'
import { sendFile } from '#platform/files/send-file.ts'
import { readSignedAddress, signAddress, type SignedPayload } from '#platform/files/signed-address.ts'
import type { Hub } from '#platform/hub.ts'
import { requireSession } from '#server/sessions/sessions.public.ts'

import { insertLink } from './download-links.queries.ts'
import { givenFiles, type GivenFile } from './given-files.ts'
import { savedName } from './saved-name.rules.ts'
import { selectArchive, selectOwnership } from './script-changes.queries.ts'
import { maySeeScript } from './scripts.rules.ts'

/** api.md: a download address is good for 10 minutes and needs no token. */
const addressLifetime = 10 * minute
const contentType = 'application/octet-stream'

/** Gives out the address of a script's archive, and notes who got it: only such downloads count. */
export async function giveDownloadAddress(hub: Hub, actor: Actor, id: number) {
  const { db, clock, secrets } = hub
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
  const file = fileOf(script, archive)
  givenFiles(hub).note(token, file)
  return {
    downloadUrl: `/files/download/${token}`,
    scriptName: script.name,
    fileName: file.fileName,
    fileSize: file.size,
    sha256: file.sha256,
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
  const signed = readSignedAddress(hub.secrets.files, 'download', token, hub.clock.now())
  if (!signed) throw forbidden('This download address is invalid or has expired')
  const file = await findFile(hub, signed).catch((error: unknown) => {
    // Without the database nobody is banned and nothing deleted either: the address itself is proof enough.
    const given = databaseOutage(error) && givenFiles(hub).find(token)
    if (!given) throw error
    return given
  })
  const address = await hub.files.addressOf(file.key, {
    method: request.method === 'HEAD' ? 'HEAD' : 'GET',
    fileName: file.fileName,
    contentType,
  })
  if (address !== undefined) {
    // Asked here, so that a lost file and a store that is away are answered in the words of the hub.
    const stored = await hub.files.stat(file.key)
    if (stored?.size !== file.size) throw notFound('File not found')
    redirect(response, address)
    return
  }
  await sendFile(request, response, {
    store: hub.files,
    key: file.key,
    size: file.size,
    fileName: file.fileName,
    contentType,
    disposition: 'attachment',
    etag: file.sha256,
    cacheControl: 'private, no-store',
    proxyPath: proxyPathOf(hub.config, request, file.key),
  })
}

async function findFile({ db, clock }: Hub, signed: SignedPayload): Promise<GivenFile> {
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
): GivenFile {
  return { key, size, sha256, fileName: savedName(name, extension) }
}

/** Every request gets an address of its own, so that a download that goes on later is judged anew. */
function redirect(response: ServerResponse, address: string): void {
  response
    .setHeader('location', address)
    .setHeader('cache-control', 'private, no-store')
    .setHeader('content-length', '0')
  response.writeHead(302).end()
}
