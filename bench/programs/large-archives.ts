import { createHash, randomFillSync } from 'node:crypto'
import { open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'

import { zipOf } from '#test-support/archives/zip.ts'

const chunkSize = 1 << 20

/** Writes a ZIP with one stored member of this size with random data. */
export async function writeAssetArchive(path: string, size: number, name: string) {
  // The bytes of a ZIP with an empty member; size and checksum are written into them.
  const emptyZip = zipOf([{ name, content: '' }])
  const headerSize = 30 + name.length
  const [header, rest] = [emptyZip.subarray(0, headerSize), emptyZip.subarray(headerSize)]
  await using file = await open(path, 'w+')
  const chunk = randomFillSync(Buffer.alloc(chunkSize))
  let checksum = 0
  for (let written = 0; written < size; written += chunk.length) {
    const part = chunk.subarray(0, Math.min(chunk.length, size - written))
    checksum = crc32(part, checksum)
    await file.write(part, 0, part.length, headerSize + written)
  }
  writeSizes(header, 14, checksum, size)
  writeSizes(rest, 16, checksum, size)
  // The offset of the central directory.
  rest.writeUInt32LE(headerSize + size, rest.length - 6)
  await file.write(header, 0, header.length, 0)
  await file.write(rest, 0, rest.length, headerSize + size)
  await file.sync()
  const hash = createHash('sha256')
  for await (const part of file.createReadStream({ start: 0, autoClose: false, highWaterMark: chunkSize }))
    hash.update(part)
  return { path, size: headerSize + size + rest.length, sha256: hash.digest('hex') }
}

function writeSizes(target: Buffer, at: number, checksum: number, size: number): void {
  target.writeUInt32LE(checksum, at)
  target.writeUInt32LE(size, at + 4)
  target.writeUInt32LE(size, at + 8)
}
