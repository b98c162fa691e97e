import type { IncomingMessage } from 'node:http'

import { conflict, Failure, notFound, unavailable } from '#platform/failures.ts'
import { readSignedAddress } from '#platform/files/signed-address.ts'
import type { Hub } from '#platform/hub.ts'
import { requireSession } from '#server/sessions/sessions.public.ts'

import { noteArrival } from './note-arrival.ts'
import { breakOff, receiveAlone, takeOver } from './receivers.ts'
import { removeIncoming } from './remove-incoming.ts'
import { selectUpload, updateClaimed, updateProgress } from './uploads.queries.ts'
import { tooLargeArchive } from './uploads.rules.ts'

/** How far an upload has come, in bytes. */
type Progress = { offset: number; length: number; expiresAt: Date; fileName: string }

/** Says where to go on. A request that still writes is broken off: its sender would not ask if it were alive. */
export async function findProgress(hub: Hub, token: string, request: IncomingMessage): Promise<Progress> {
  const { key } = await findResumable(hub, token)
  await breakOff(hub, key)
  const upload = await findResumable(hub, token)
  const progress = await progressOf(hub, upload)
  // The hub may have ended between the last byte and the note that it was the last.
  if (progress.offset === progress.length && upload.completedAt === null)
    await receiveAlone(hub, key, request, () => finish(hub, growing(hub, upload)))
  return progress
}

/** Takes what comes from this offset on. Whatever arrives stays, also when the connection breaks. */
export async function continueUpload(
  hub: Hub,
  token: string,
  offset: number,
  request: IncomingMessage,
): Promise<Progress> {
  const { key } = await findResumable(hub, token)
  return receiveAlone(hub, key, request, async () => {
    const upload = growing(hub, await findResumable(hub, token))
    const before = await progressOf(hub, upload)
    if (offset !== before.offset) throw conflict(`This upload goes on at byte ${before.offset}`)
    const bytesLeft = before.length - offset
    if (Number(request.headers['content-length'] ?? 0) > bytesLeft) throw tooLargeArchive()
    if (upload.completedAt !== null) return before

    await append(hub, upload, request, bytesLeft)
    const after = await progressOf(hub, upload)
    if (after.offset === after.length) await finish(hub, upload)
    return after
  })
}

/** Ends an upload that nobody wants any more, with all that it brought. */
export async function endUpload(hub: Hub, token: string, request: IncomingMessage): Promise<void> {
  const { key } = await findResumable(hub, token)
  await takeOver(hub, key, request, async () => {
    const { stagedName } = await findResumable(hub, token)
    const isMine = await updateClaimed(hub.db, key, hub.clock.now())
    if (isMine && stagedName !== null) await removeIncoming(hub, [stagedName])
  })
}

type Resumable = Awaited<ReturnType<typeof findResumable>>
type Growing = Resumable & { stagedName: string }

async function findResumable({ db, clock, secrets }: Hub, token: string) {
  const gone = notFound('This upload does not exist or has expired')
  const now = clock.now()
  const signed = readSignedAddress(secrets.files, 'upload', token, now)
  if (!signed) throw gone
  const upload = await selectUpload(db, String(signed.key))
  if (!upload || upload.consumedAt !== null || upload.length === null) throw gone
  await requireSession(db, upload.sessionHash, now, 'scripts.upload')
  const { key, fileName, length, size, completedAt, expiresAt, stagedName } = upload
  return { key, fileName, length, size: size ?? 0, completedAt, expiresAt, stagedName }
}

/** The file itself knows best how long it is: the hub may have ended without noting it. */
async function progressOf({ incoming }: Hub, upload: Resumable): Promise<Progress> {
  const { length, expiresAt, completedAt, size, fileName, stagedName } = upload
  if (completedAt !== null) return { offset: size, length, expiresAt, fileName }
  return { offset: stagedName === null ? 0 : await incoming.sizeOf(stagedName), length, expiresAt, fileName }
}

async function append(
  { db, incoming }: Hub,
  { key, stagedName }: Growing,
  request: IncomingMessage,
  sizeMax: number,
): Promise<void> {
  await updateProgress(db, key, { stagedName, size: await incoming.sizeOf(stagedName) })
  try {
    await incoming.append(stagedName, request, { sizeMax })
  } catch (error) {
    throw explainBreak(error)
  } finally {
    await updateProgress(db, key, { stagedName, size: await incoming.sizeOf(stagedName) })
  }
}

/** A line that broke or grew too slow is no mistake of the request: the same one succeeds from where this stopped. */
function explainBreak(error: unknown): unknown {
  if (!(error instanceof Failure)) return error
  if (error.code === 'too_large') return tooLargeArchive()
  if (error.code === 'bad_request') return unavailable('The upload was interrupted. Please go on with it.')
  return error
}

/** The hash is taken of the file as it lies there, whichever requests and runs of the hub wrote its parts. */
async function finish(hub: Hub, { key, stagedName, length }: Growing): Promise<void> {
  const sha256 = await hub.incoming.sha256Of(stagedName, length)
  await noteArrival(hub, key, { stagedName, size: length, sha256 })
}

/** Its file may still have to begin. */
function growing(hub: Hub, upload: Resumable): Growing {
  return { ...upload, stagedName: upload.stagedName ?? hub.incoming.newName() }
}
