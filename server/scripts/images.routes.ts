import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'

import { lazySingleton, type App } from '#platform/app.ts'
import { minute, type Clock } from '#platform/clock.ts'
import { notFound, HttpError } from '#platform/errors.ts'
import { httpRoute } from '#platform/http/route.ts'
import { encodeStoredShareCard } from '#platform/inspection/images.ts'
import { fileResponse } from '#platform/storage/file-response.ts'
import { isKey, type FileStore } from '#platform/storage/store.ts'

/** The images of scripts and users. The URL holds the file key. */
export const imageRoutes = (['images', 'avatars'] as const).map((kind) =>
  httpRoute({
    method: 'GET',
    path: `/files/${kind}/:name`,
    access: 'public',
    work: 'image',
    handle: ({ app, request, params }) =>
      imageResponse(app, `${kind}/${params.name ?? ''}`, request.headers.accept),
  }),
)

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
async function imageResponse(app: App, key: string, accept: string | undefined) {
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

const bytesMax = 32 * 1024 ** 2
const imageSizeMax = 1024 ** 2

type CachedImage = { bytes: Promise<Buffer | undefined>; size: number; expiresAt: number }

/**
 * Caches images of an object store for a minute: a page has dozens, and a request to the store takes longer than
 * sending them. A deleted image is served for up to a minute.
 */
function withImageCache(store: FileStore, clock: Clock): FileStore {
  const cached = new Map<string, CachedImage>()
  let total = 0

  function remove(key: string): void {
    total -= cached.get(key)?.size ?? 0
    cached.delete(key)
  }

  /** Undefined for a missing image and for one that is too large. Concurrent calls share one read. */
  function find(key: string): Promise<Buffer | undefined> {
    const now = clock.now().getTime()
    const existing = cached.get(key)
    if (existing && now < existing.expiresAt) return existing.bytes
    remove(key)
    const image: CachedImage = { bytes: readImage(store, key), size: 0, expiresAt: now + minute }
    cached.set(key, image)
    image.bytes.then(
      (bytes) => {
        if (cached.get(key) !== image) return
        if (!bytes) return remove(key)
        image.size = bytes.length
        total += bytes.length
        for (const oldest of cached.keys()) if (total > bytesMax) remove(oldest)
      },
      () => cached.get(key) === image && remove(key),
    )
    return image.bytes
  }

  return {
    ...store,
    async stat(key) {
      const bytes = await find(key)
      return bytes ? { size: bytes.length } : store.stat(key)
    },
    async open(key, range) {
      const bytes = await find(key)
      if (!bytes) return store.open(key, range)
      const part = range ? bytes.subarray(range.start, range.end + 1) : bytes
      return { stream: Readable.from([part], { objectMode: false }), size: bytes.length }
    },
  }
}

async function readImage(store: FileStore, key: string): Promise<Buffer | undefined> {
  try {
    const { stream, size } = await store.open(key)
    if (size <= imageSizeMax) return await buffer(stream)
    stream.destroy()
    return undefined
  } catch (error) {
    if (error instanceof HttpError && error.code === 'not_found') return undefined
    throw error
  }
}
