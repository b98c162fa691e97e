import { randomBytes } from 'node:crypto'

import sharp from 'sharp'

import { zipOf } from '#platform/testing-archives/zip.ts'

export type ChosenFile = { name: string; mimeType: string; buffer: Buffer }

/** A small archive as an author would zip it. */
export function smallArchive(): Buffer {
  return zipOf([
    { name: 'garage/fxmanifest.lua', content: "fx_version 'cerulean'\ngame 'gta5'\n", deflate: true },
    { name: 'garage/client.lua', content: "print('hello')\n".repeat(50), deflate: true },
  ])
}

/** A vehicle resource of 5 MB and a little: scripts and a page that shrink, textures and models that do not. */
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

/** A picture that needs no encoder: a 2 × 2 PNG. */
export const smallPicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGP8z8DAwMDAxMDAwMDAAAANHQEDasKb6QAAAABJRU5ErkJggg==',
  'base64',
)

/** A screenshot: wide, of many colours, in the format its name says. */
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
