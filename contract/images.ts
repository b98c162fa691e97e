/** Widths in pixels of the WebP pictures that the hub makes of every image. */
export const imageWidths = [480, 960, 1600] as const
export type ImageWidth = (typeof imageWidths)[number]

/**
 * The same picture at another width. An image's address ends in its width (`…-960.webp`); an address that
 * does not, as of a store kept by hand, is returned as it is.
 */
export function imageAt(address: string, width: ImageWidth): string {
  return address.replace(/-\d+\.webp$/, `-${width}.webp`)
}

/** Width and height in pixels of the JPEG that share cards show of a picture. */
export const shareImageSize = { width: 1200, height: 630 } as const

/** The picture as share cards take it: many of them know no WebP. */
export function shareImageAt(address: string): string {
  return address.replace(/-\d+\.webp$/, '-share.jpg')
}

/** For `srcset`: every width the hub keeps. */
export function imageSet(address: string): string {
  return imageWidths.map((width) => `${imageAt(address, width)} ${width}w`).join(', ')
}
