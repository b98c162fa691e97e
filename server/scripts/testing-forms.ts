import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import sharp from 'sharp'

import { zipOf } from '#platform/testing-archives/zip.ts'

type Files = {
  /** Null leaves it out. */
  archive?: { fileName: string; content: Buffer } | null
  images?: { content: Buffer; type?: string }[]
}

let painted = 0

/** A small picture, no two alike. */
export async function picture(): Promise<Buffer> {
  const background = { r: ++painted % 256, g: 120, b: 40 }
  return sharp({ create: { width: 64, height: 36, channels: 3, background } })
    .png()
    .toBuffer()
}

/** A submission that is right in everything that is not named. */
export async function scriptForm(fields: Record<string, string> = {}, files: Files = {}): Promise<FormData> {
  const form = new FormData()
  const right = {
    name: 'Garage',
    description: 'A garage where players keep, find and repair their vehicles.',
    script_status: 'Readable',
    category: 'Cars',
  }
  for (const [name, value] of Object.entries({ ...right, ...fields })) form.set(name, value)
  appendFiles(form, { archive: goodArchive(), images: [{ content: await picture() }], ...files })
  return form
}

/** Only what an edit changes. */
export function changeForm(fields: Record<string, string>, files: Files = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  appendFiles(form, files)
  return form
}

function appendFiles(form: FormData, { archive, images = [] }: Files): void {
  if (archive) form.set('scriptFile', fileOf(archive.content, 'application/zip'), archive.fileName)
  for (const { content, type = 'image/png' } of images)
    form.append('images', fileOf(content, type), 'picture.png')
}

function fileOf(content: Buffer, type: string): Blob {
  return new Blob([new Uint8Array(content)], { type })
}

function goodArchive() {
  return {
    fileName: 'garage.zip',
    content: zipOf([{ name: 'garage/client.lua', content: 'print(1)', deflate: true }]),
  }
}

/** Every file that a hub keeps, staging included. */
export async function filesOnDisk(dataDir: string): Promise<string[]> {
  const entries = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()
}
