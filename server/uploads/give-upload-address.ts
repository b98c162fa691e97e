import { randomBytes } from 'node:crypto'

import { archiveExtension, fileMessages, scriptLimits } from '#contract/script-fields.ts'
import type { UploadRequest } from '#contract/scripts.ts'
import type { Actor } from '#platform/actor.ts'
import { after, day } from '#platform/clock.ts'
import { inTransaction } from '#platform/database.ts'
import { invalid, tooMany } from '#platform/failures.ts'
import { signAddress } from '#platform/files/signed-address.ts'
import type { Hub } from '#platform/hub.ts'

import { removeIncomingAfter } from './remove-incoming.ts'
import { insertUpload, selectUploadedBytes, updateSurplusClosed } from './uploads.queries.ts'

/** An upload waits this long for its script (api.md). */
export const uploadLifetime = day
const openMax = 5
const bytesADayMax = 10 * 1024 ** 3

/** Gives out an address for one archive. A sixth open upload takes the place of the oldest: nobody locks himself out. */
export async function giveUploadAddress(hub: Hub, actor: Actor, wanted: UploadRequest) {
  const { db, clock, secrets } = hub
  if (!archiveExtension(wanted.fileName)) throw invalid({ fileName: fileMessages.fileExtension })
  const now = clock.now()
  const uploaded = await selectUploadedBytes(db, actor.id, after(now, -day))
  if (uploaded > bytesADayMax)
    throw tooMany('You have uploaded 10 GB in the last 24 hours. Please go on tomorrow.', 3600)

  const fileKey = `scripts/${randomBytes(16).toString('hex')}`
  const expiresAt = after(now, uploadLifetime)
  const sizeMax = wanted.fileSize ?? scriptLimits.fileSizeMax
  const { id: userId, sessionHash } = actor
  await inTransaction(db, async (tx) => {
    await insertUpload(tx, {
      key: fileKey,
      userId,
      sessionHash,
      fileName: wanted.fileName,
      sizeMax,
      length: wanted.fileSize ?? null,
      createdAt: now,
      expiresAt,
    })
    const left = await updateSurplusClosed(tx, userId, openMax, now)
    removeIncomingAfter(tx, hub, left)
  })
  const token = signAddress(secrets.files, 'upload', { key: fileKey }, expiresAt)
  return { uploadUrl: `/files/upload/${token}`, fileKey, expiresAt: expiresAt.toISOString() }
}
