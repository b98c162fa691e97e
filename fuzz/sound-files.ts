import sharp from 'sharp'

import { rar4Of, rar5Of } from '#platform/testing-archives/rar.ts'
import { sevenZipOf } from '#platform/testing-archives/seven-zip.ts'
import { zipOf } from '#platform/testing-archives/zip.ts'

export type SoundFile = {
  kind: 'archive' | 'picture'
  extension: 'zip' | 'rar' | '7z' | 'png' | 'jpeg' | 'webp' | 'gif'
  content: Buffer
}

/** What the hub takes, one of each form: the beginnings of all mutations. */
export async function soundFiles(): Promise<SoundFile[]> {
  const members = [
    { name: 'garage/', directory: true },
    { name: 'garage/client.lua', content: 'print(1)\n'.repeat(200) },
    { name: 'garage/fxmanifest.lua', content: "fx_version 'cerulean'" },
  ]
  const packed = members
    .filter(({ content }) => content !== undefined)
    .map((member) => ({ ...member, deflate: true }))
  const archives: SoundFile[] = [
    { kind: 'archive', extension: 'zip', content: zipOf(members.filter(({ directory }) => !directory)) },
    { kind: 'archive', extension: 'zip', content: zipOf(packed, { comment: 'a comment' }) },
    { kind: 'archive', extension: 'zip', content: zipOf(packed, { zip64: true }) },
    { kind: 'archive', extension: 'rar', content: rar5Of(members) },
    { kind: 'archive', extension: 'rar', content: rar4Of(members) },
    { kind: 'archive', extension: '7z', content: sevenZipOf(members) },
  ]
  const noise = Buffer.from(Array.from({ length: 96 * 64 * 3 }, (_, index) => (index * 7919) % 251))
  const picture = () => sharp(noise, { raw: { width: 96, height: 64, channels: 3 } })
  const frames = sharp(Buffer.concat([noise, noise]), {
    raw: { width: 96, height: 128, channels: 3, pageHeight: 64 },
  })
  const pictures: SoundFile[] = [
    { kind: 'picture', extension: 'png', content: await picture().png().toBuffer() },
    {
      kind: 'picture',
      extension: 'png',
      content: await picture().png({ palette: true, progressive: true }).toBuffer(),
    },
    {
      kind: 'picture',
      extension: 'jpeg',
      content: await picture()
        .withExif({ IFD0: { Copyright: 'nobody' } })
        .jpeg()
        .toBuffer(),
    },
    { kind: 'picture', extension: 'jpeg', content: await picture().jpeg({ progressive: true }).toBuffer() },
    { kind: 'picture', extension: 'webp', content: await picture().webp().toBuffer() },
    { kind: 'picture', extension: 'webp', content: await picture().webp({ lossless: true }).toBuffer() },
    { kind: 'picture', extension: 'gif', content: await frames.gif().toBuffer() },
  ]
  return [...archives, ...pictures]
}
