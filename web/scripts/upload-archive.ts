import { call, CallFailure } from '#web/app/call.ts'

import { archiveType } from './archive-type.ts'
import { sendFile } from './upload-file.ts'
import type { OnSent } from './upload-file.ts'

/** A file that waits on the server for the script that takes it. */
export type ArrivedArchive = { file: File; fileKey: string; expiresAt: number }

/** Sends an archive straight to the address that the server signs for it. */
export async function uploadArchive(
  file: File,
  { signal, onSent }: { signal: AbortSignal; onSent: OnSent },
): Promise<ArrivedArchive> {
  const fileType = archiveType(file)
  const { uploadUrl, fileKey, expiresAt } = await call('POST /api/scripts/upload-url', {
    body: { fileName: file.name, fileType, folder: 'scripts', fileSize: file.size },
    signal,
  })
  const { status } = await sendFile({
    method: 'PUT',
    address: uploadUrl,
    headers: { 'content-type': fileType },
    body: file,
    signal,
    onSent,
  })
  if (status < 200 || status >= 300) throw new CallFailure('The direct upload failed', { status })
  return { file, fileKey, expiresAt: Date.parse(expiresAt) }
}

/** Whether the way through the server would only be refused in the same words. */
export function isFinalRefusal(error: unknown): boolean {
  if (!(error instanceof CallFailure)) return false
  return ['validation', 'unauthenticated', 'banned', 'inactive', 'suspended', 'rate_limited'].includes(
    error.code,
  )
}
