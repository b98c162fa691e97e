import { createReadStream, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'

import { Upload } from 'tus-js-client'

import { scriptLimits } from '#contract/scripts/script-limits.ts'
import { scriptsApi } from '#contract/scripts/scripts.ts'
import { versionsApi, type VersionSummary } from '#contract/scripts/versions.ts'

import type { Hub } from './hub.ts'

const retryDelays = [0, 1000, 3000, 10_000, 30_000, 60_000]

/** Adds a version to a script. A large archive is sent first, and continues after a lost connection. */
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
  if (size > scriptLimits.directUploadOver) {
    form.set('fileKey', await uploadLarge(hub, archive, size, onSent))
    form.set('fileSize', String(size))
  } else
    form.set('scriptFile', new Blob([readFileSync(archive)], { type: 'application/zip' }), basename(archive))
  return hub.call(versionsApi.add, { params: { id: script }, body: form })
}

async function uploadLarge(
  hub: Hub,
  archive: string,
  size: number,
  onSent: (count: number) => void,
): Promise<string> {
  const body = {
    fileName: basename(archive),
    fileType: 'application/zip',
    folder: 'scripts',
    fileSize: size,
  } as const
  const { uploadUrl, fileKey } = await hub.call(scriptsApi.uploadUrl, { body })
  let sent = 0
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
      onError: (error) => reject(hub.unreachable(error)),
    })
    upload.start()
  })
  return fileKey
}
