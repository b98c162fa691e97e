import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'

import sharp, { type Sharp } from 'sharp'

import { imageWidths, shareImageSize } from '#contract/images.ts'
import { Failure, invalid } from '#platform/failures.ts'

import { createQueue } from './bounded-queue.ts'

type ImageVariant = {
  /** What follows the name in the key: a width, `share`, `original` or `animated`. */
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
  /** Of all that was made: the same picture gives the same hash, whatever its file held beside it. */
  sha256: string
  /** `#rrggbb`, to be shown while the picture loads. */
  color: string
  variants: ImageVariant[]
}

/** The message for whatever is wrong with the file, and the input that it names. */
type Options = { refusal: string; field?: string }

const pixelsMax = 40_000_000
const framesMax = 100
const originalSide = 1920
const animatedWidth = 960
const secondsMax = 20

// One picture at a time on one thread: more would hold the four threads that all file access shares.
sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'],
})

const inQueue = createQueue({
  runningMax: 1,
  waitingMax: 32,
  fullMessage: 'Too many images are being processed. Please try again in a moment.',
})

/**
 * Decodes a picture and encodes it anew, so that nothing of the file survives but its pixels: a WebP for every width
 * of the contract, none enlarged, an AVIF for cards, a JPEG for share cards, and one in the format it came in (an animated
 * WebP for a GIF). A file that is not a sound picture is a Failure.
 */
export async function encodeImage(path: string, options: Options): Promise<EncodedImage> {
  return inQueue(() =>
    orRefuse(options, async () => {
      const source = await inspect(path)
      const base = await normalise(path, source)
      const variants: ImageVariant[] = []
      for (const width of imageWidths) variants.push(await encodeWidth(base, width, variants.at(-1)))
      variants.push(await encodeCard(base), await encodeShareCard(base))
      if (source.format !== 'gif') variants.push(await encodeOriginal(base, source.format))
      if (source.frames > 1) variants.push(await encodeAnimation(path, source))
      return {
        width: base.width,
        height: base.height,
        sha256: hashOf(variants),
        color: await colorOf(base),
        variants,
      }
    }),
  )
}

/** The picture of a share card, for one that was stored without: from what was encoded here before. */
export async function encodeShareCardOf(stored: Buffer): Promise<Buffer> {
  return inQueue(() => drawShareCard(sharp(stored, inputOptions).timeout({ seconds: secondsMax })))
}

export type EncodedAvatar = Pick<EncodedImage, 'sha256' | 'variants'>

const avatarSides = [256, 96] as const

/** Square WebP pictures, cut from the middle. */
export async function encodeAvatar(path: string, options: Options): Promise<EncodedAvatar> {
  return inQueue(() =>
    orRefuse(options, async () => {
      const base = await normalise(path, await inspect(path))
      const variants: ImageVariant[] = []
      for (const side of avatarSides) {
        const square = openBase(base).resize(side, side, { fit: 'cover', position: 'centre' })
        variants.push(await encodeWebp(square, String(side)))
      }
      return { sha256: hashOf(variants), variants }
    }),
  )
}

class NotAnImage extends Error {}

/** Only what the picture itself is to blame for becomes a refusal. */
async function orRefuse<T>({ refusal, field = 'images' }: Options, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Failure || !isAboutTheFile(error)) throw error
    throw invalid({ [field]: refusal })
  }
}

/** sharp throws plain errors with libvips' text; one of the system or of the code has a code or a class. */
function isAboutTheFile(error: unknown): boolean {
  if (error instanceof NotAnImage) return true
  return error instanceof Error && error.constructor === Error && !('code' in error)
}

type Format = 'jpeg' | 'png' | 'gif' | 'webp'
type Source = { format: Format; width: number; height: number; frames: number }

const inputOptions = { limitInputPixels: pixelsMax, failOn: 'error' } as const

async function inspect(path: string): Promise<Source> {
  const format = formatOf(await readHead(path))
  const found = await sharp(path, inputOptions).metadata()
  const { width, height, pages = 1 } = found
  if (found.format !== format || width * height > pixelsMax) throw new NotAnImage()
  // A long animation is cut to what may be decoded at once; its still pictures are whole anyway.
  const frames = Math.min(pages, framesMax, Math.floor(pixelsMax / (width * height)))
  return { format, width, height, frames }
}

async function readHead(path: string): Promise<Buffer> {
  await using file = await open(path, 'r')
  const head = Buffer.alloc(12)
  await file.read(head, 0, head.length, 0)
  return head
}

/** The first bytes decide, not the name: sharp is never asked to find out what a file might be. */
function formatOf(head: Buffer): Format {
  const text = head.toString('latin1')
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^GIF8[79]a/.test(text)) return 'gif'
  if (/^RIFF.{4}WEBP/s.test(text)) return 'webp'
  throw new NotAnImage()
}

type Base = { pixels: Buffer; width: number; height: number; channels: 1 | 2 | 3 | 4 }

/** Upright, in sRGB, at most 1920 pixels a side: decoded once, and small enough to be held. */
async function normalise(path: string, { frames }: Source): Promise<Base> {
  const { data, info } = await sharp(path, { ...inputOptions, ...(frames > 1 && { page: 0, pages: 1 }) })
    .timeout({ seconds: secondsMax })
    .autoOrient()
    .resize({ width: originalSide, height: originalSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height, channels: info.channels }
}

function openBase({ pixels, width, height, channels }: Base): Sharp {
  return sharp(pixels, { raw: { width, height, channels } }).timeout({ seconds: secondsMax })
}

/** Every width has its file, so that an address can be made from any other; a small picture repeats its own. */
async function encodeWidth(
  base: Base,
  width: number,
  before: ImageVariant | undefined,
): Promise<ImageVariant> {
  if (before && before.width === base.width) return { ...before, label: String(width) }
  return encodeWebp(openBase(base).resize({ width, withoutEnlargement: true }), String(width))
}

async function encodeWebp(picture: Sharp, label: string): Promise<ImageVariant> {
  const { data, info } = await picture.webp({ quality: 78 }).toBuffer({ resolveWithObject: true })
  return {
    label,
    extension: 'webp',
    contentType: 'image/webp',
    width: info.width,
    height: info.height,
    bytes: data,
  }
}

/** The picture that lists show by the dozen, in the format that is smallest for it: 50 to 100 ms at this effort. */
async function encodeCard(base: Base): Promise<ImageVariant> {
  const picture = openBase(base).resize({ width: imageWidths[0], withoutEnlargement: true })
  const { data, info } = await picture.avif({ quality: 50, effort: 2 }).toBuffer({ resolveWithObject: true })
  const { width, height } = info
  return {
    label: String(imageWidths[0]),
    extension: 'avif',
    contentType: 'image/avif',
    width,
    height,
    bytes: data,
  }
}

async function encodeShareCard(base: Base): Promise<ImageVariant> {
  const bytes = await drawShareCard(openBase(base))
  return { label: 'share', extension: 'jpg', contentType: 'image/jpeg', ...shareImageSize, bytes }
}

/** Cut from the middle to the one shape that every share card shows whole. */
function drawShareCard(picture: Sharp): Promise<Buffer> {
  return picture
    .resize({ ...shareImageSize, fit: 'cover', position: 'centre' })
    .flatten({ background: '#100e0b' })
    .jpeg({ quality: 80 })
    .toBuffer()
}

async function encodeOriginal(base: Base, format: Exclude<Format, 'gif'>): Promise<ImageVariant> {
  const { width, height } = base
  if (format === 'webp') return encodeWebp(openBase(base), 'original')
  if (format === 'png') {
    const bytes = await openBase(base).png().toBuffer()
    return { label: 'original', extension: 'png', contentType: 'image/png', width, height, bytes }
  }
  const bytes = await openBase(base).jpeg({ quality: 82, progressive: true }).toBuffer()
  return { label: 'original', extension: 'jpg', contentType: 'image/jpeg', width, height, bytes }
}

async function encodeAnimation(path: string, { frames }: Source): Promise<ImageVariant> {
  const { data, info } = await sharp(path, { ...inputOptions, pages: frames })
    .timeout({ seconds: secondsMax })
    .resize({ width: animatedWidth, withoutEnlargement: true })
    .webp({ quality: 70, effort: 2 })
    .toBuffer({ resolveWithObject: true })
  const height = info.pageHeight ?? info.height
  return {
    label: 'animated',
    extension: 'webp',
    contentType: 'image/webp',
    width: info.width,
    height,
    bytes: data,
  }
}

async function colorOf(base: Base): Promise<string> {
  const small = await openBase(base)
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
