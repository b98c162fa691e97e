import { call, CallFailure } from '#web/app/call.ts'

import { archiveType } from './archive-type.ts'
import type { OnSent } from './upload-file.ts'
import { whileOnline } from './while-online.ts'

/** A file that waits on the server for the script that takes it. */
export type ArrivedArchive = { file: File; fileKey: string; expiresAt: number }

/** Sends an archive straight to the address that the server signs for it, going on wherever the connection broke. */
export async function uploadArchive(
  file: File,
  { signal, onSent, onPause }: { signal: AbortSignal; onSent: OnSent; onPause: (isPaused: boolean) => void },
): Promise<ArrivedArchive> {
  const body = {
    fileName: file.name,
    fileType: archiveType(file),
    folder: 'scripts',
    fileSize: file.size,
  } as const
  const { uploadUrl, fileKey, expiresAt } = await whileOnline(
    (breakable) => call('POST /api/scripts/upload-url', { body, signal: breakable }),
    { signal, onPause },
  )
  const { sendResumably, endUpload } = await import('./resumable-upload.ts')
  try {
    await whileOnline(
      (breakable) => sendResumably(file, uploadUrl, { signal: breakable, onSent, onWaiting: onPause }),
      { signal, onPause },
    )
  } catch (error) {
    void endUpload(uploadUrl)
    throw error
  }
  return { file, fileKey, expiresAt: Date.parse(expiresAt) }
}

/** Whether the way through the server would only be refused in the same words. */
export function isFinalRefusal(error: unknown): boolean {
  if (!(error instanceof CallFailure)) return false
  return [
    'validation',
    'too_large',
    'unauthenticated',
    'banned',
    'inactive',
    'suspended',
    'rate_limited',
  ].includes(error.code)
}
