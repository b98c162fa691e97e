import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

import { notFound } from '#platform/failures.ts'
import { encodeShareCardOf } from '#platform/files/images.ts'
import { sendFile } from '#platform/files/send-file.ts'
import { isKey, type FileStore } from '#platform/files/store.ts'
import { perHub, type Hub } from '#platform/hub.ts'

import { keepPictures } from './keep-pictures.ts'

const contentTypes: Record<string, string> = {
  avif: 'image/avif',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
}

/** Where pictures are read: a disk is asked each time, an object store now and then. */
const pictures = perHub(({ files, config, clock }) => (config.s3 ? keepPictures(files, clock) : files))

/** Serves a picture that the hub encoded. Its name is made of its content, so browsers may keep it for ever. */
export async function sendPicture(
  hub: Hub,
  asked: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const files = pictures(hub)
  const found = isKey(asked) ? await findPicture(files, asked, request.headers.accept) : undefined
  const contentType = found && contentTypes[found.key.slice(found.key.lastIndexOf('.') + 1)]
  if (!found || !contentType) throw notFound('Picture not found')
  if (hasAvif(asked)) response.setHeader('vary', 'accept')
  const fileName = found.key.slice(found.key.lastIndexOf('/') + 1)
  await sendFile(request, response, {
    store: files,
    key: found.key,
    size: found.size,
    fileName,
    contentType,
    disposition: 'inline',
    etag: fileName,
    cacheControl: 'public, max-age=31536000, immutable',
  })
}

type Found = { key: string; size: number }

async function findPicture(files: FileStore, asked: string, accept = ''): Promise<Found | undefined> {
  const key = hasAvif(asked) && accept.includes('image/avif') ? asked.replace(/webp$/, 'avif') : asked
  const stored = await files.stat(key)
  if (stored) return { key, ...stored }
  if (key !== asked) return findPicture(files, asked)
  return asked.endsWith(shareEnd) ? makeShareCard(files, asked) : undefined
}

/** The picture of cards, which lists show by the dozen, is kept in both formats under one address (decision 12). */
function hasAvif(key: string): boolean {
  return key.startsWith('images/') && key.endsWith('-480.webp')
}

const shareEnd = '-share.jpg'

/**
 * A picture from before there were share cards gets its own when one is first asked for. No row names it, so it is swept
 * one day, and made again if somebody asks again.
 */
async function makeShareCard(files: FileStore, key: string): Promise<Found | undefined> {
  const source = key.replace(shareEnd, '-1600.webp')
  if (!(await files.stat(source))) return undefined
  const { stream } = await files.open(source)
  const bytes = await encodeShareCardOf(await buffer(stream))
  await files.write(key, bytes)
  return { key, size: bytes.length }
}
