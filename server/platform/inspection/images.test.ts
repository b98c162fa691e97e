import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'

import { encodeAvatar, encodeImage, withImageErrors, type EncodedImage } from './images.ts'
import { temporaryFolder } from '#test-support/files.ts'

const message = 'Image 1 must be JPEG, PNG, GIF, or WebP'

async function stage(bytes: Buffer | string): Promise<string> {
  const path = join(await temporaryFolder(), 'image')
  await writeFile(path, bytes)
  return path
}

const encode = async (bytes: Buffer | string) => encodeImage(await stage(bytes), { message })

function drawn(width: number, height: number, background = '#3060a0') {
  return sharp({ create: { width, height, channels: 3, background } }).composite([
    { input: { create: { width: 20, height: 10, channels: 3, background: '#ffffff' } }, left: 0, top: 0 },
  ])
}

async function animation(format: 'gif' | 'webp', frames = 3, width = 60, height = 40): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * frames * 3)
  for (let at = 0; at < pixels.length; at += 1)
    pixels[at] = (at * 7 + Math.floor(at / (width * height * 3)) * 90) % 256
  const strip = sharp(pixels, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
  return strip.toFormat(format).toBuffer()
}

const named = (image: EncodedImage) => image.variants.map(({ label, extension }) => `${label}.${extension}`)

let photo: Buffer
beforeAll(async () => {
  photo = await drawn(2400, 1800)
    .jpeg()
    .withExif({
      IFD0: { Copyright: 'SECRET-CANARY' },
      IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' },
    })
    .toBuffer()
})

test('a photo becomes three widths, a small AVIF, a share card and one in its own format', async () => {
  const image = await encode(photo)

  expect([image.width, image.height]).toEqual([1920, 1440])
  expect(named(image)).toEqual(['480.webp', '960.webp', '1600.webp', '480.avif', 'share.jpg', 'original.jpg'])
  expect(image.variants.map(({ width, height }) => [width, height])).toEqual([
    [480, 360],
    [960, 720],
    [1600, 1200],
    [480, 360],
    [1200, 630],
    [1920, 1440],
  ])
  expect(image.sha256).toMatch(/^[0-9a-f]{64}$/)
  const [small, , , card, share, original] = image.variants
  expect((await sharp(small?.bytes).metadata()).format).toBe('webp')
  expect((await sharp(original?.bytes).metadata()).format).toBe('jpeg')
  expect((await sharp(share?.bytes).metadata()).format).toBe('jpeg')
  // images.ts disables the AVIF decoder of this process, so the signature is compared.
  expect(card?.bytes.toString('latin1', 4, 12)).toBe('ftypavif')
})

test('no metadata of the file is left in any variant', async () => {
  expect(photo.includes('SECRET-CANARY')).toBe(true)

  const { variants } = await encode(photo)

  for (const { bytes, extension } of variants) {
    expect(bytes.includes('SECRET-CANARY')).toBe(false)
    expect(bytes.includes('Exif')).toBe(false)
    if (extension === 'avif') continue
    const { exif, xmp, icc, iptc } = await sharp(bytes).metadata()
    expect([exif, xmp, icc, iptc]).toEqual([undefined, undefined, undefined, undefined])
  }
})

test('data behind the image is removed', async () => {
  const { variants } = await encode(
    Buffer.concat([photo, Buffer.from('PK\x03\x04<script>alert(1)</script>')]),
  )

  expect(variants.some(({ bytes }) => bytes.includes('<script>'))).toBe(false)
})

test('the EXIF orientation is applied', async () => {
  const sideways = await drawn(300, 200).jpeg().withMetadata({ orientation: 6 }).toBuffer()

  const image = await encode(sideways)

  expect([image.width, image.height]).toEqual([200, 300])
})

test.each([
  ['png', 'original.png'],
  ['webp', 'original.webp'],
  ['jpeg', 'original.jpg'],
] as const)('a small %s is not enlarged, and has every variant', async (format, original) => {
  const image = await encode(await drawn(300, 200).toFormat(format).toBuffer())

  expect(named(image)).toEqual(['480.webp', '960.webp', '1600.webp', '480.avif', 'share.jpg', original])
  const shown = image.variants.filter(({ label }) => label !== 'share')
  expect(new Set(shown.map(({ width, height }) => `${width}x${height}`))).toEqual(new Set(['300x200']))
})

test('transparency is preserved', async () => {
  const clear = await sharp({ create: { width: 10, height: 10, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer()

  const { variants } = await encode(clear)

  expect((await sharp(variants[0]?.bytes).metadata()).hasAlpha).toBe(true)
  expect((await sharp(variants.at(-1)?.bytes).metadata()).hasAlpha).toBe(true)
})

test('the color is the dominant color', async () => {
  const { color } = await encode(await drawn(200, 200, '#c02010').png().toBuffer())

  expect(color).toMatch(/^#[bc]\w[12]\w[01]\w$/)
})

test('grayscale, 16-bit and CMYK images are accepted', async () => {
  const grey = await drawn(50, 50).toColourspace('b-w').png().toBuffer()
  const deep = await drawn(50, 50).toColourspace('rgb16').png().toBuffer()
  const print = await drawn(50, 50).toColourspace('cmyk').jpeg().toBuffer()

  for (const bytes of [grey, deep, print]) {
    const { variants } = await encode(bytes)
    expect((await sharp(variants[0]?.bytes).metadata()).space).toBe('srgb')
  }
})

test.each(['gif', 'webp'] as const)(
  'an animated %s has an animated variant and still ones',
  async (format) => {
    const image = await encode(await animation(format))

    const animated = image.variants.find(({ label }) => label === 'animated')
    const still = image.variants.find(({ label }) => label === '480')
    expect(animated).toMatchObject({ extension: 'webp', width: 60, height: 40 })
    expect((await sharp(animated?.bytes, { animated: true }).metadata()).pages).toBe(3)
    expect((await sharp(still?.bytes).metadata()).pages ?? 1).toBe(1)
    expect(named(image).includes('original.webp')).toBe(format === 'webp')
  },
)

test('a long animation is truncated to 100 frames', async () => {
  const image = await encode(await animation('gif', 130))

  const animated = image.variants.find(({ label }) => label === 'animated')
  expect((await sharp(animated?.bytes, { animated: true }).metadata()).pages).toBe(100)
})

test('files that differ only in metadata have the same hash', async () => {
  const plain = await drawn(100, 100).png().toBuffer()
  const marked = await drawn(100, 100)
    .png()
    .withExif({ IFD0: { Copyright: 'someone' } })
    .toBuffer()
  const other = await drawn(100, 100, '#ff0000').png().toBuffer()

  const [first, second, third] = [await encode(plain), await encode(marked), await encode(other)]

  expect(marked.equals(plain)).toBe(false)
  expect(second.sha256).toBe(first.sha256)
  expect(third.sha256).not.toBe(first.sha256)
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>'

test.each<[string, () => Promise<Buffer> | Buffer | string]>([
  ['an SVG', () => svg],
  ['an HTML page', () => '<!doctype html><script>alert(1)</script>'],
  ['a script that starts like a GIF', () => 'GIF89a/*' + 'x'.repeat(200) + '*/=1;alert(1)'],
  [
    'an SVG behind a PNG signature',
    () => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from(svg)]),
  ],
  ['a TIFF', () => drawn(40, 30).tiff().toBuffer()],
  ['an AVIF', () => drawn(40, 30).avif().toBuffer()],
  ['a PDF', () => '%PDF-1.7\n'],
  ['an empty file', () => ''],
  ['random bytes', () => randomBytes(1000)],
  ['half a JPEG', () => photo.subarray(0, photo.length / 2)],
  ['the first bytes of a JPEG', () => photo.subarray(0, 3)],
  ['an invalid WebP', () => Buffer.from('RIFF\x10\0\0\0WEBPVP8 nonsense', 'latin1')],
])('%s is rejected with the message of the caller', async (_, make) => {
  await expect(encode(await make())).rejects.toMatchObject({
    code: 'validation',
    fields: { images: message },
  })
  await expect(encodeAvatar(await stage(await make()), { message, field: 'avatar' })).rejects.toMatchObject({
    fields: { avatar: message },
  })
})

test('an image of 196 megapixels is rejected before it is decoded', async () => {
  const bomb = await sharp({ create: { width: 14_000, height: 14_000, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const path = await stage(bomb)
  const startedAt = process.cpuUsage()
  const before = process.memoryUsage.rss()

  await expect(encodeImage(path, { message })).rejects.toMatchObject({ fields: { images: message } })

  const { user } = process.cpuUsage(startedAt)
  expect(user / 1000).toBeLessThan(1000)
  expect(process.memoryUsage.rss() - before).toBeLessThan(100 << 20)
})

test('a missing file is an internal error and no validation error', async () => {
  await expect(encodeImage('/no/such/image', { message })).rejects.toMatchObject({ code: 'ENOENT' })
})

test('an avatar is cropped to a square from the center, also when it is small', async () => {
  const wide = await sharp({ create: { width: 300, height: 100, channels: 3, background: '#ff0000' } })
    .composite([
      {
        input: { create: { width: 100, height: 100, channels: 3, background: '#0000ff' } },
        left: 100,
        top: 0,
      },
    ])
    .png()
    .toBuffer()

  const avatar = await encodeAvatar(await stage(wide), { message })

  expect(
    avatar.variants.map(({ label, extension, width, height }) => [label, extension, width, height]),
  ).toEqual([
    ['256', 'webp', 256, 256],
    ['96', 'webp', 96, 96],
  ])
  const { channels } = await sharp(avatar.variants[0]?.bytes).stats()
  expect(channels.map(({ mean }) => Math.round(mean / 255))).toEqual([0, 0, 1])
})

test('an image with one changed byte is accepted or rejected, without another error', async () => {
  const small = await drawn(24, 16).png().toBuffer()
  const animated = await animation('gif', 2, 16, 16)
  const unexpected: unknown[] = []
  for (const good of [
    small,
    animated,
    await drawn(24, 16).jpeg().toBuffer(),
    await drawn(24, 16).webp().toBuffer(),
  ]) {
    for (let at = 0; at < good.length; at += Math.ceil(good.length / 40)) {
      const changed = Buffer.from(good)
      changed.writeUInt8(changed.readUInt8(at) ^ (1 + (at % 255)), at)
      const outcome: unknown = await encodeAvatar(await stage(changed), { message }).catch(
        (error: unknown) => error,
      )
      if (outcome instanceof Error && !('fields' in outcome)) unexpected.push(outcome)
    }
  }

  expect(unexpected).toEqual([])
})

test('an image that takes too long to process is not called an image of a wrong type', async () => {
  const slow = drawn(6000, 6000).timeout({ seconds: 1 }).blur(80).png()

  await expect(withImageErrors({ message }, () => slow.toBuffer())).rejects.toMatchObject({
    code: 'unavailable',
    message: 'Processing an image takes too long. Please try again in a moment, or choose a smaller image.',
  })
})
