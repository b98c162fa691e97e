import { randomBytes } from 'node:crypto'

import { fileMessages } from '#contract/scripts/script-fields.ts'
import { encodeImage } from '#platform/inspection/images.ts'
import type { App } from '#platform/app.ts'
import type { NewFiles } from '#platform/storage/new-files.ts'
import type { ImageRow } from '#server/scripts/script-rows.queries.ts'

/** The width in the URL of an image; `imageAt` derives the URLs of the others. */
const urlWidth = 960

/**
 * Re-encodes images and stores all their sizes. Equal images get different names, so that one can be removed without
 * checking for other references.
 */
export async function storeImages(
  { files }: App,
  newFiles: NewFiles,
  staged: readonly { path: string }[],
): Promise<ImageRow[]> {
  const stored: ImageRow[] = []
  for (const [index, { path }] of staged.entries()) {
    const image = await encodeImage(path, { message: fileMessages.imageType(index + 1), field: 'images' })
    const name = `${image.sha256.slice(0, 24)}-${randomBytes(6).toString('hex')}`
    const row = {
      key: name,
      url: '',
      files: [] as string[],
      width: image.width,
      height: image.height,
      color: image.color,
    }
    for (const variant of image.variants) {
      const key = files.createKey('images', variant.extension, `${name}-${variant.label}`)
      newFiles.add(key)
      await files.write(key, variant.bytes)
      row.files.push(key)
      if (variant.label === String(urlWidth) && variant.extension === 'webp') row.url = `/files/${key}`
    }
    stored.push(row)
  }
  return stored
}
