/** Limits of the content that is read of an archive. docs/domain-rules.md lists these limits. */
export const packLimits = {
  textMax: 5 * 1024 ** 2,
  textsMax: 64 * 1024 ** 2,
  imageMax: 2 * 1024 ** 2,
  imagesMax: 32 * 1024 ** 2,
  imageCountMax: 500,
  /** The list of members as JSON. 50,000 paths of 300 characters fit. */
  indexMax: 24 * 1024 ** 2,
} as const

/** Why a member is not in the pack, as a phrase of the report. */
export const reasons = {
  textSize: 'larger than 5 MB',
  texts: 'beyond the 64 MB of text that are read',
  imageSize: 'an image larger than 2 MB',
  images: 'beyond the 500 images or 32 MB of images that are stored',
  archive: 'an archive in the archive',
  escrowed: 'encrypted by Cfx.re',
  program: 'a compiled program',
} as const
