import sharp from 'sharp'

import { rar4Of, rar5Of } from '#test-support/archives/rar.ts'
import { sevenZipOf } from '#test-support/archives/seven-zip.ts'
import { zipOf } from '#test-support/archives/zip.ts'

export type ValidFile = {
  kind: 'archive' | 'image'
  extension: 'zip' | 'rar' | '7z' | 'png' | 'jpeg' | 'webp' | 'gif'
  content: Buffer
}

/** Valid files, one of each format that the app accepts; all mutations start from them. */
export async function validFiles(): Promise<ValidFile[]> {
  const members = [
    { name: 'garage/', directory: true },
    { name: 'garage/client.lua', content: 'print(1)\n'.repeat(200) },
    { name: 'garage/fxmanifest.lua', content: "fx_version 'cerulean'" },
  ]
  const packed = members
    .filter(({ content }) => content !== undefined)
    .map((member) => ({ ...member, deflate: true }))
  const archives: ValidFile[] = [
    { kind: 'archive', extension: 'zip', content: zipOf(members.filter(({ directory }) => !directory)) },
    { kind: 'archive', extension: 'zip', content: zipOf(packed, { comment: 'a comment' }) },
    { kind: 'archive', extension: 'zip', content: zipOf(packed, { zip64: true }) },
    { kind: 'archive', extension: 'rar', content: rar5Of(members) },
    { kind: 'archive', extension: 'rar', content: rar4Of(members) },
    { kind: 'archive', extension: '7z', content: sevenZipOf(members) },
  ]
  const noise = Buffer.from(Array.from({ length: 96 * 64 * 3 }, (_, index) => (index * 7919) % 251))
  const image = () => sharp(noise, { raw: { width: 96, height: 64, channels: 3 } })
  const frames = sharp(Buffer.concat([noise, noise]), {
    raw: { width: 96, height: 128, channels: 3, pageHeight: 64 },
  })
  const images: ValidFile[] = [
    { kind: 'image', extension: 'png', content: await image().png().toBuffer() },
    {
      kind: 'image',
      extension: 'png',
      content: await image().png({ palette: true, progressive: true }).toBuffer(),
    },
    {
      kind: 'image',
      extension: 'jpeg',
      content: await image()
        .withExif({ IFD0: { Copyright: 'nobody' } })
        .jpeg()
        .toBuffer(),
    },
    { kind: 'image', extension: 'jpeg', content: await image().jpeg({ progressive: true }).toBuffer() },
    { kind: 'image', extension: 'webp', content: await image().webp().toBuffer() },
    { kind: 'image', extension: 'webp', content: await image().webp({ lossless: true }).toBuffer() },
    { kind: 'image', extension: 'gif', content: await frames.gif().toBuffer() },
  ]
  return [...archives, ...images]
}
