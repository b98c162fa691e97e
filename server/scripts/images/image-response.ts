import { buffer } from 'node:stream/consumers'

import { notFound } from '#platform/errors.ts'
import { encodeStoredShareCard } from '#platform/inspection/images.ts'
import { fileResponse } from '#platform/storage/file-response.ts'
import { isKey, type FileStore } from '#platform/storage/store.ts'
import { lazySingleton, type App } from '#platform/app.ts'

import { withImageCache } from './image-cache.ts'

const contentTypes: Record<string, string> = {
  avif: 'image/avif',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
}

const imageFiles = lazySingleton(({ files, config, clock }) =>
  config.s3 ? withImageCache(files, clock) : files,
)

/** An image that the server has encoded. Its name is a hash of its content, so browsers may cache it for ever. */
export async function imageResponse(app: App, key: string, accept: string | undefined) {
  const files = imageFiles(app)
  const image = isKey(key) ? await findImage(files, key, accept) : undefined
  const contentType = image && contentTypes[image.key.slice(image.key.lastIndexOf('.') + 1)]
  if (!image || !contentType) throw notFound('Picture not found')
  const fileName = image.key.slice(image.key.lastIndexOf('/') + 1)
  const { headers, body } = await fileResponse({
    store: files,
    key: image.key,
    size: image.size,
    fileName,
    contentType,
    disposition: 'inline',
    etag: fileName,
    cacheControl: 'public, max-age=31536000, immutable',
  })
  return { headers: { ...headers, ...(mayBeAvif(key) && { vary: 'accept' }) }, body }
}

type Image = { key: string; size: number }

async function findImage(files: FileStore, key: string, accept = ''): Promise<Image | undefined> {
  const preferred = mayBeAvif(key) && accept.includes('image/avif') ? key.replace(/webp$/, 'avif') : key
  const stored = await files.stat(preferred)
  if (stored) return { key: preferred, ...stored }
  if (preferred !== key) return findImage(files, key)
  return key.endsWith(shareCardSuffix) ? createShareCard(files, key) : undefined
}

/** The image of cards, of which lists show dozens, is stored in two formats under one URL (docs/decisions/0012). */
function mayBeAvif(key: string): boolean {
  return key.startsWith('images/') && key.endsWith('-480.webp')
}

const shareCardSuffix = '-share.jpg'

/**
 * Images from before there were share cards get theirs at the first request. No row references it, so the cleanup job
 * removes it some day, and the next request creates it again.
 */
async function createShareCard(files: FileStore, key: string): Promise<Image | undefined> {
  const source = key.replace(shareCardSuffix, '-1600.webp')
  if (!(await files.stat(source))) return undefined
  const { stream } = await files.open(source)
  const bytes = await encodeStoredShareCard(await buffer(stream))
  await files.write(key, bytes)
  return { key, size: bytes.length }
}
