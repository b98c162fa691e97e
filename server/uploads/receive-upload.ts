import type { IncomingMessage } from 'node:http'

import { badRequest, Failure, forbidden, notFound } from '#platform/failures.ts'
import { readSignedAddress } from '#platform/files/signed-address.ts'
import type { Hub } from '#platform/hub.ts'
import { requireSession } from '#server/sessions/sessions.public.ts'

import { noteArrival } from './note-arrival.ts'
import { takeOver } from './receivers.ts'
import { removeIncoming } from './remove-incoming.ts'
import { selectUpload } from './uploads.queries.ts'
import { tooLargeArchive } from './uploads.rules.ts'

/** Takes the raw archive at its signed address. A repeat, as after a lost connection, takes the place of the first. */
export async function receiveUpload(hub: Hub, token: string, request: IncomingMessage) {
  const { db, clock, incoming, secrets } = hub
  const now = clock.now()
  const signed = readSignedAddress(secrets.files, 'upload', token, now)
  if (!signed) throw forbidden('This upload address is invalid or has expired')
  const upload = await selectUpload(db, String(signed.key))
  if (!upload || upload.consumedAt) throw notFound('This upload address has been used already')
  await requireSession(db, upload.sessionHash, now, 'scripts.upload')
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > upload.sizeMax) throw tooLargeArchive()

  return takeOver(hub, upload.key, request, async () => {
    const { name, size, sha256 } = await incoming
      .receive(request, { sizeMax: upload.sizeMax })
      .catch(explainTooLarge)
    try {
      if (size === 0) throw badRequest('The file is empty')
      await noteArrival(hub, upload.key, { stagedName: name, size, sha256 })
      return { fileKey: upload.key, fileSize: size, sha256 }
    } catch (error) {
      await removeIncoming(hub, [name])
      throw error
    }
  })
}

function explainTooLarge(error: unknown): never {
  throw error instanceof Failure && error.code === 'too_large' ? tooLargeArchive() : error
}
