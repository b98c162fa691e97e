import type { IncomingMessage, ServerResponse } from 'node:http'

import { notFound } from '#platform/failures.ts'
import { sendFile } from '#platform/files/send-file.ts'
import { isKey } from '#platform/files/store.ts'
import type { Hub } from '#platform/hub.ts'

const contentTypes: Record<string, string> = {
  avif: 'image/avif',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
}

/** Serves a picture that the hub encoded. Its name is made of its content, so browsers may keep it for ever. */
export async function sendPicture(
  { files }: Hub,
  key: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const contentType = contentTypes[key.slice(key.lastIndexOf('.') + 1)]
  const stored = contentType && isKey(key) ? await files.stat(key) : undefined
  if (!contentType || !stored) throw notFound('Picture not found')
  await sendFile(request, response, {
    store: files,
    key,
    size: stored.size,
    fileName: key.slice(key.lastIndexOf('/') + 1),
    contentType,
    disposition: 'inline',
    etag: key.slice(key.lastIndexOf('/') + 1),
    cacheControl: 'public, max-age=31536000, immutable',
  })
}
