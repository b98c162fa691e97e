type Area = { x: number; y: number; width: number; height: number }

/** Twice the largest size that is kept: sharp, and small to send. */
const sideMax = 512

/** A square part of a picture as a file of its own: WebP, or PNG where a browser cannot write WebP. */
export async function cropPicture(file: File, area: Area): Promise<File> {
  const picture = await createImageBitmap(file)
  const side = Math.max(1, Math.min(sideMax, Math.round(area.width)))
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  canvas.getContext('2d')?.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, side, side)
  picture.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92))
  if (!blob) throw new Error('The browser cannot encode this picture')
  const name = file.name.replace(/\.\w+$/, '')
  return new File([blob], `${name}.${blob.type === 'image/png' ? 'png' : 'webp'}`, { type: blob.type })
}
