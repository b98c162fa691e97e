import { randomBytes } from 'node:crypto'

import sharp from 'sharp'

import { zipOf } from '#test-support/archives/zip.ts'
import { requireSuccess } from '#test-support/http-client.ts'

export type ChosenFile = { name: string; mimeType: string; buffer: Buffer }

/** The same in each call, except for its first line. */
export function smallArchive(firstLine = ''): Buffer {
  return zipOf([
    { name: 'garage/fxmanifest.lua', content: "fx_version 'cerulean'\ngame 'gta5'\n", deflate: true },
    { name: 'garage/client.lua', content: `${firstLine}${"print('hello')\n".repeat(50)}`, deflate: true },
  ])
}

/** A vehicle resource of more than 5 MB, most of it incompressible: above the limit for the form, so it is uploaded separately. */
export function largeArchive(): Buffer {
  return zipOf([
    { name: 'towing/fxmanifest.lua', content: "fx_version 'cerulean'\ngame 'gta5'\n", deflate: true },
    { name: 'towing/README.md', content: '# Towing\n\nensure towing\n', deflate: true },
    { name: 'towing/client/main.lua', content: commands(400), deflate: true },
    { name: 'towing/server/main.lua', content: commands(900), deflate: true },
    { name: 'towing/html/index.html', content: '<!doctype html><title>Towing</title>', deflate: true },
    { name: 'towing/stream/flatbed.ytd', content: randomBytes(3 * 1024 * 1024) },
    { name: 'towing/stream/flatbed.yft', content: randomBytes(2 * 1024 * 1024) },
  ])
}

function commands(count: number): string {
  return "RegisterCommand('tow', function(source) end)\n".repeat(count)
}

/** A 2 × 2 PNG. */
export const smallImage = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGP8z8DAwMDAxMDAwMDAAAANHQEDasKb6QAAAABJRU5ErkJggg==',
  'base64',
)

/** A 1280 × 720 image of many colours; the format follows from the name. */
export async function screenshot(name: string): Promise<ChosenFile> {
  const [width, height] = [1280, 720]
  const pixels = Buffer.alloc(width * height * 3)
  for (let index = 0; index < width * height; index += 1) {
    pixels[index * 3] = (index % width) / 5
    pixels[index * 3 + 1] = Math.floor(index / width) / 3
    pixels[index * 3 + 2] = (index * 7) % 91
  }
  const format = name.endsWith('.png') ? 'png' : 'jpeg'
  const buffer = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer()
  return { name, mimeType: `image/${format}`, buffer }
}

export function zipFile(name: string, buffer: Buffer): ChosenFile {
  return { name, mimeType: 'application/zip', buffer }
}

/** Submits a small script to an app of its own, with code that no other one has. Returns the id of the script. */
export async function submitGarage(
  url: string,
  author: { token: string },
  name: string,
  archive: Buffer = smallArchive(`print('${randomBytes(6).toString('hex')}')\n`),
): Promise<number> {
  const form = new FormData()
  for (const [key, value] of Object.entries({
    name,
    description: 'A garage where players keep, find and repair their vehicles.',
    script_status: 'Readable',
    category: 'Cars',
    version: '1.0.0',
    tags: '["garage"]',
  }))
    form.set(key, value)
  form.set('scriptFile', new File([new Uint8Array(archive)], 'garage.zip'))
  form.set('images', new File([new Uint8Array(smallImage)], 'cover.png', { type: 'image/png' }))
  const { body } = await requireSuccess(url, author, 'POST', '/api/scripts', form)
  return body.id
}
