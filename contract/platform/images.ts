/** Widths in pixels of the WebP files of every image. */
export const imageWidths = [480, 960, 1600] as const
export type ImageWidth = (typeof imageWidths)[number]

/**
 * The URL of the image at another width. The URL of an image ends with its width (`…-960.webp`); any other URL is
 * returned unchanged.
 */
export function imageAt(url: string, width: ImageWidth): string {
  return url.replace(/-\d+\.webp$/, `-${width}.webp`)
}

/** Width and height in pixels of the JPEG file for share cards. */
export const shareImageSize = { width: 1200, height: 630 } as const

/** The URL of the JPEG file; many share cards do not support WebP. */
export function shareImageAt(url: string): string {
  return url.replace(/-\d+\.webp$/, '-share.jpg')
}

/** All widths for `srcset`. */
export function imageSet(url: string): string {
  return imageWidths.map((width) => `${imageAt(url, width)} ${width}w`).join(', ')
}
