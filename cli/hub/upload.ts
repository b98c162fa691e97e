import { createReadStream, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'

import { DetailedError, Upload } from 'tus-js-client'

import { scriptLimits } from '#contract/scripts/script-limits.ts'
import { scriptsApi } from '#contract/scripts/scripts.ts'
import { versionsApi, type VersionSummary } from '#contract/scripts/versions.ts'
import { CliError } from '#cli/cli-error.ts'

import { hashFile } from './download.ts'
import type { Hub } from './hub.ts'
import { findPending, removePending, storePending, type PendingUpload } from './pending-uploads.ts'

const retryDelays = [0, 1000, 3000, 10_000, 30_000, 60_000]

/**
 * Adds a version to a script. A large archive is sent first, and continues after a lost connection, or where an earlier run
 * has ended: the same files are the same archive.
 */
export async function uploadVersion(
  hub: Hub,
  script: number,
  archive: string,
  fields: { number?: string; changelog?: string },
  onSent: (count: number) => void,
): Promise<VersionSummary> {
  const { size } = statSync(archive)
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const add = async () => hub.call(versionsApi.add, { params: { id: script }, body: form })
  if (size <= scriptLimits.directUploadOver) {
    form.set('scriptFile', new Blob([readFileSync(archive)], { type: 'application/zip' }), basename(archive))
    return add()
  }
  const key = `${hub.url} ${await hashFile(archive)}`
  const pending = findPending(key)
  try {
    form.set('fileKey', await uploadLarge(hub, archive, { size, key, pending, onSent }))
    form.set('fileSize', String(size))
    const version = await add()
    removePending(key)
    return version
  } catch (error) {
    // It may be of another account, or gone: the next run starts again.
    if (pending && error instanceof CliError && error.status !== undefined) removePending(key)
    throw error
  }
}

type LargeUpload = {
  size: number
  key: string
  /** The upload of an earlier run. */
  pending: PendingUpload | undefined
  onSent: (count: number) => void
}

async function uploadLarge(
  hub: Hub,
  archive: string,
  { size, key, pending, onSent }: LargeUpload,
): Promise<string> {
  let sent = 0
  async function send({ uploadUrl, fileKey }: PendingUpload): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      const upload = new Upload(createReadStream(archive), {
        uploadUrl: new URL(uploadUrl, hub.url).href,
        uploadSize: size,
        chunkSize: 16 * 1024 ** 2,
        retryDelays,
        storeFingerprintForResuming: false,
        onProgress: (total) => {
          onSent(total - sent)
          sent = total
        },
        onSuccess: () => resolve(),
        onError: reject,
      })
      upload.start()
    })
    return fileKey
  }

  try {
    if (pending) return await send(pending)
  } catch (error) {
    if (!isGone(error)) throw hub.unreachable(error)
  }
  const body = {
    fileName: basename(archive),
    fileType: 'application/zip',
    folder: 'scripts',
    fileSize: size,
  } as const
  const created = await hub.call(scriptsApi.uploadUrl, { body })
  storePending(key, created)
  return send(created).catch((error: unknown) => {
    throw hub.unreachable(error)
  })
}

/** The hub no longer has the upload. */
function isGone(error: unknown): boolean {
  const status = error instanceof DetailedError ? error.originalResponse?.getStatus() : undefined
  return status === 403 || status === 404 || status === 410
}
