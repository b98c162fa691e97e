import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import sharp from 'sharp'

import { zipOf } from './archives/zip.ts'

type Files = {
  /** Null: without an archive. */
  archive?: { fileName: string; content: Buffer } | null
  images?: { content: Buffer; type?: string }[]
}

let count = 0

/** A small PNG, different in each call. */
export async function createPng(): Promise<Buffer> {
  const background = { r: ++count % 256, g: 120, b: 40 }
  return sharp({ create: { width: 64, height: 36, channels: 3, background } })
    .png()
    .toBuffer()
}

/** A valid submission; `fields` and `files` replace its defaults. */
export async function scriptForm(fields: Record<string, string> = {}, files: Files = {}): Promise<FormData> {
  const form = new FormData()
  const defaults = {
    name: 'Garage',
    description: 'A garage where players keep, find and repair their vehicles.',
    script_status: 'Readable',
    category: 'Cars',
  }
  for (const [name, value] of Object.entries({ ...defaults, ...fields })) form.set(name, value)
  appendFiles(form, { archive: validArchive(), images: [{ content: await createPng() }], ...files })
  return form
}

/** A form with only the fields that an edit changes. */
export function editForm(fields: Record<string, string>, files: Files = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  appendFiles(form, files)
  return form
}

function appendFiles(form: FormData, { archive, images = [] }: Files): void {
  if (archive) form.set('scriptFile', fileOf(archive.content, 'application/zip'), archive.fileName)
  for (const { content, type = 'image/png' } of images)
    form.append('images', fileOf(content, type), 'image.png')
}

function fileOf(content: Buffer, type: string): Blob {
  return new Blob([new Uint8Array(content)], { type })
}

function validArchive() {
  return {
    fileName: 'garage.zip',
    content: zipOf([{ name: 'garage/client.lua', content: 'print(1)', deflate: true }]),
  }
}

/** The name of every stored file, including the staging folder. */
export async function filesOnDisk(dataDir: string): Promise<string[]> {
  const entries = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()
}
