import { randomBytes } from 'node:crypto'

import { fileMessages } from '#contract/script-fields.ts'
import { encodeImage } from '#platform/files/images.ts'
import type { Hub } from '#platform/hub.ts'

import type { PictureRow } from './script-changes.queries.ts'

/** The width whose address stands for a picture; `imageAt` leads to the others. */
const addressWidth = 960

/**
 * Encodes pictures anew and puts all their sizes into the store. Each gets a name of its own, even where the
 * content is the same: so a picture can be removed without asking who else shows it.
 */
export async function storePictures(
  { files }: Hub,
  staged: readonly { path: string }[],
): Promise<PictureRow[]> {
  const stored: PictureRow[] = []
  try {
    for (const [index, { path }] of staged.entries()) {
      const image = await encodeImage(path, { refusal: fileMessages.imageType(index + 1), field: 'images' })
      const name = `${image.sha256.slice(0, 24)}-${randomBytes(6).toString('hex')}`
      const picture = {
        key: name,
        address: '',
        files: [] as string[],
        width: image.width,
        height: image.height,
        color: image.color,
      }
      stored.push(picture)
      for (const variant of image.variants) {
        const key = files.newKey('images', variant.extension, `${name}-${variant.label}`)
        await files.write(key, variant.bytes)
        picture.files.push(key)
        if (variant.label === String(addressWidth) && variant.extension === 'webp')
          picture.address = `/files/${key}`
      }
    }
    return stored
  } catch (error) {
    await discardPictures(files, stored)
    throw error
  }
}

export async function discardPictures(
  files: Hub['files'],
  pictures: readonly { files: readonly string[] }[],
): Promise<void> {
  await files.remove(pictures.flatMap((picture) => picture.files))
}
