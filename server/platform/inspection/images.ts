import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'

import sharp, { type Sharp } from 'sharp'

import { imageWidths, shareImageSize } from '#contract/platform/images.ts'
import { HttpError, invalid, unavailable } from '#platform/errors.ts'

import { createConcurrencyLimiter } from '#platform/concurrency.ts'

type ImageVariant = {
  /** The last part of the key: a width, `share`, `original` or `animated`. */
  label: string
  extension: 'webp' | 'avif' | 'jpg' | 'png'
  contentType: string
  width: number
  height: number
  bytes: Buffer
}

export type EncodedImage = {
  width: number
  height: number
  /** The hash of all variants, which is equal for files that differ only in metadata. */
  sha256: string
  /** `#rrggbb`, the placeholder while the image loads. */
  color: string
  variants: ImageVariant[]
}

/** `message` is the validation message for every invalid file. */
type Options = { message: string; field?: string }

const pixelsMax = 40_000_000
const framesMax = 100
const originalSide = 1920
const animatedWidth = 960
const secondsMax = 20

// One thread: file access shares libuv's four threads.
sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'],
})

const withinLimit = createConcurrencyLimiter({
  runningMax: 1,
  waitingMax: 32,
  fullMessage: 'Too many images are being processed. Please try again in a moment.',
})

/**
 * Decodes an image and encodes only its pixels: a WebP for each width of the contract (never enlarged), an AVIF for
 * cards, a JPEG for share cards, the original format, and an animated WebP for an animation. An invalid image throws a
 * validation error.
 */
export async function encodeImage(path: string, options: Options): Promise<EncodedImage> {
  return withinLimit(() =>
    withImageErrors(options, async () => {
      const source = await inspect(path)
      const decoded = await decode(path, source)
      const variants: ImageVariant[] = []
      for (const width of imageWidths) variants.push(await encodeWidth(decoded, width, variants.at(-1)))
      variants.push(await encodeCard(decoded), await encodeShareCard(decoded))
      if (source.format !== 'gif') variants.push(await encodeOriginal(decoded, source.format))
      if (source.frames > 1) variants.push(await encodeAnimation(path, source))
      return {
        width: decoded.width,
        height: decoded.height,
        sha256: hashOf(variants),
        color: await colorOf(decoded),
        variants,
      }
    }),
  )
}

/** Creates the share card of an image that was stored without one, from another variant. */
export async function encodeStoredShareCard(stored: Buffer): Promise<Buffer> {
  return withinLimit(() => renderShareCard(sharp(stored, inputOptions).timeout({ seconds: secondsMax })))
}

type EncodedAvatar = Pick<EncodedImage, 'sha256' | 'variants'>

const avatarSides = [256, 96] as const

/** Square WebP images, cropped from the center. */
export async function encodeAvatar(path: string, options: Options): Promise<EncodedAvatar> {
  return withinLimit(() =>
    withImageErrors(options, async () => {
      const decoded = await decode(path, await inspect(path))
      const variants: ImageVariant[] = []
      for (const side of avatarSides) {
        const square = toSharp(decoded).resize(side, side, { fit: 'cover', position: 'centre' })
        variants.push(await encodeWebp(square, String(side)))
      }
      return { sha256: hashOf(variants), variants }
    }),
  )
}

class NotAnImage extends Error {}

/** Turns errors caused by the file into a validation error. Of an image that takes too long, a busy machine may be the cause. */
export async function withImageErrors<T>(
  { message, field = 'images' }: Options,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof HttpError || !isCausedByFile(error)) throw error
    if (error.message.startsWith('timeout:'))
      throw unavailable(
        'Processing an image takes too long. Please try again in a moment, or choose a smaller image.',
      )
    throw invalid({ [field]: message })
  }
}

/** sharp throws plain Errors with the text of libvips; system errors have a code, bugs a subclass. */
function isCausedByFile(error: unknown): error is Error {
  if (error instanceof NotAnImage) return true
  return error instanceof Error && error.constructor === Error && !('code' in error)
}

type Format = 'jpeg' | 'png' | 'gif' | 'webp'
type Source = { format: Format; width: number; height: number; frames: number }

const inputOptions = { limitInputPixels: pixelsMax, failOn: 'error' } as const

async function inspect(path: string): Promise<Source> {
  const format = formatOf(await readHead(path))
  const metadata = await sharp(path, inputOptions).metadata()
  const { width, height, pages = 1 } = metadata
  if (metadata.format !== format || width * height > pixelsMax) throw new NotAnImage()
  // A long animation is truncated; the still variants show its first frame.
  const frames = Math.min(pages, framesMax, Math.floor(pixelsMax / (width * height)))
  return { format, width, height, frames }
}

async function readHead(path: string): Promise<Buffer> {
  await using file = await open(path, 'r')
  const head = Buffer.alloc(12)
  await file.read(head, 0, head.length, 0)
  return head
}

/** The first bytes decide: libvips never detects the format itself. */
function formatOf(head: Buffer): Format {
  const text = head.toString('latin1')
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^GIF8[79]a/.test(text)) return 'gif'
  if (/^RIFF.{4}WEBP/s.test(text)) return 'webp'
  throw new NotAnImage()
}

type DecodedImage = { pixels: Buffer; width: number; height: number; channels: 1 | 2 | 3 | 4 }

/** Decodes once: upright, sRGB, at most 1920 pixels per side, so that it fits in memory. */
async function decode(path: string, { frames }: Source): Promise<DecodedImage> {
  const { data, info } = await sharp(path, { ...inputOptions, ...(frames > 1 && { page: 0, pages: 1 }) })
    .timeout({ seconds: secondsMax })
    .autoOrient()
    .resize({ width: originalSide, height: originalSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height, channels: info.channels }
}

function toSharp({ pixels, width, height, channels }: DecodedImage): Sharp {
  return sharp(pixels, { raw: { width, height, channels } }).timeout({ seconds: secondsMax })
}

/** Every width has a file, so that URLs can be derived from each other; a small image repeats its own size. */
async function encodeWidth(
  decoded: DecodedImage,
  width: number,
  previous: ImageVariant | undefined,
): Promise<ImageVariant> {
  if (previous && previous.width === decoded.width) return { ...previous, label: String(width) }
  return encodeWebp(toSharp(decoded).resize({ width, withoutEnlargement: true }), String(width))
}

async function encodeWebp(image: Sharp, label: string): Promise<ImageVariant> {
  return variantOf(label, 'webp', image.webp({ quality: 78 }))
}

async function variantOf(label: string, extension: 'webp' | 'avif', encoder: Sharp): Promise<ImageVariant> {
  const { data: bytes, info } = await encoder.toBuffer({ resolveWithObject: true })
  const { width, height, pageHeight = height } = info
  return { label, extension, contentType: `image/${extension}`, width, height: pageHeight, bytes }
}

/** The small image of lists, in the smallest format (decision 12): 50 to 100 ms at this effort. */
async function encodeCard(decoded: DecodedImage): Promise<ImageVariant> {
  const image = toSharp(decoded).resize({ width: imageWidths[0], withoutEnlargement: true })
  return variantOf(String(imageWidths[0]), 'avif', image.avif({ quality: 50, effort: 2 }))
}

async function encodeShareCard(decoded: DecodedImage): Promise<ImageVariant> {
  const bytes = await renderShareCard(toSharp(decoded))
  return { label: 'share', extension: 'jpg', contentType: 'image/jpeg', ...shareImageSize, bytes }
}

/** Cropped to the aspect ratio that all sites show completely. */
function renderShareCard(image: Sharp): Promise<Buffer> {
  return image
    .resize({ ...shareImageSize, fit: 'cover', position: 'centre' })
    .flatten({ background: '#100e0b' })
    .jpeg({ quality: 80 })
    .toBuffer()
}

async function encodeOriginal(decoded: DecodedImage, format: Exclude<Format, 'gif'>): Promise<ImageVariant> {
  const { width, height } = decoded
  if (format === 'webp') return encodeWebp(toSharp(decoded), 'original')
  if (format === 'png') {
    const bytes = await toSharp(decoded).png().toBuffer()
    return { label: 'original', extension: 'png', contentType: 'image/png', width, height, bytes }
  }
  const bytes = await toSharp(decoded).jpeg({ quality: 82, progressive: true }).toBuffer()
  return { label: 'original', extension: 'jpg', contentType: 'image/jpeg', width, height, bytes }
}

async function encodeAnimation(path: string, { frames }: Source): Promise<ImageVariant> {
  const encoder = sharp(path, { ...inputOptions, pages: frames })
    .timeout({ seconds: secondsMax })
    .resize({ width: animatedWidth, withoutEnlargement: true })
    .webp({ quality: 70, effort: 2 })
  return variantOf('animated', 'webp', encoder)
}

async function colorOf(decoded: DecodedImage): Promise<string> {
  const small = await toSharp(decoded)
    .resize(64, 64, { fit: 'inside' })
    .flatten({ background: '#808080' })
    .png()
    .toBuffer()
  const { dominant } = await sharp(small).stats()
  return `#${[dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

function hashOf(variants: readonly ImageVariant[]): string {
  const hash = createHash('sha256')
  for (const { bytes } of variants) hash.update(bytes)
  return hash.digest('hex')
}
