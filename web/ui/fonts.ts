import barlowCondensed from '@fontsource/barlow-condensed/files/barlow-condensed-latin-600-normal.woff2?url'
import geist from '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url'

/** For `<link rel="preload" as="font" crossorigin>`. */
export const fontUrls = [geist, barlowCondensed] as const
