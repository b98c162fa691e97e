import { rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { basename, join } from 'node:path'

import { fileMessages } from '#contract/script-fields.ts'
import { afterCommit, inTransaction } from '#platform/database.ts'
import { badRequest, Failure, forbidden, invalid, notFound } from '#platform/failures.ts'
import { readSignedAddress } from '#platform/files/signed-address.ts'
import { stageStream } from '#platform/files/staging.ts'
import type { Hub } from '#platform/hub.ts'
import { requireSession } from '#server/sessions/sessions.public.ts'

import { selectUpload, updateArrived } from './uploads.queries.ts'

/** Takes the raw archive at its signed address. A repeat, as after a lost connection, takes the place of the first. */
export async function receiveUpload(hub: Hub, token: string, request: IncomingMessage) {
  const { db, clock, staging, secrets } = hub
  const now = clock.now()
  const signed = readSignedAddress(secrets.files, 'upload', token, now)
  if (!signed) throw forbidden('This upload address is invalid or has expired')
  const upload = await selectUpload(db, String(signed.key))
  if (!upload || upload.consumedAt) throw notFound('This upload address has been used already')
  await requireSession(db, upload.sessionHash, now, 'scripts.upload')
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > upload.sizeMax) throw tooLargeArchive()

  const staged = await stageStream(staging, request, { sizeMax: upload.sizeMax }).catch(explainTooLarge)
  try {
    if (staged.size === 0) throw badRequest('The file is empty')
    const { size, sha256 } = staged
    await inTransaction(db, async (tx) => {
      const stagedName = basename(staged.path)
      const before = await updateArrived(tx, upload.key, { stagedName, size, sha256, completedAt: now })
      if (!before) throw notFound('This upload address has been used already')
      const { replaced } = before
      if (replaced !== null) afterCommit(tx, () => void rm(join(staging, replaced), { force: true }))
    })
    return { fileKey: upload.key, fileSize: size, sha256 }
  } catch (error) {
    await staged.discard()
    throw error
  }
}

function tooLargeArchive(): Failure {
  return invalid({ scriptFile: fileMessages.fileTooLarge }, 'too_large')
}

function explainTooLarge(error: unknown): never {
  throw error instanceof Failure && error.code === 'too_large' ? tooLargeArchive() : error
}
