type Area = { x: number; y: number; width: number; height: number }

/** Twice the largest size that the server stores: sharp, and small to upload. */
const sideMax = 512

/** Crops an image to a WebP file, or to PNG in browsers that cannot encode WebP. */
export async function cropImage(file: File, area: Area): Promise<File> {
  const image = await createImageBitmap(file)
  const side = Math.max(1, Math.min(sideMax, Math.round(area.width)))
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  canvas.getContext('2d')?.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, side, side)
  image.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92))
  if (!blob) throw new Error('The browser cannot encode this image')
  const name = file.name.replace(/\.\w+$/, '')
  return new File([blob], `${name}.${blob.type === 'image/png' ? 'png' : 'webp'}`, { type: blob.type })
}
