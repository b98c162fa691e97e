import { createHash, hash } from 'node:crypto'
import { open } from 'node:fs/promises'

const chunkSize = 1 << 20

/** SHA-256 of a file, lower-case hex. Small files are read at once: a backup hashes tens of thousands of images. */
export async function hashFile(path: string): Promise<string> {
  await using file = await open(path, 'r')
  const { size } = await file.stat()
  if (size <= chunkSize) return hash('sha256', await file.readFile())
  const sha256 = createHash('sha256')
  const chunk = Buffer.allocUnsafeSlow(chunkSize)
  for (;;) {
    const { bytesRead } = await file.read(chunk, 0, chunk.length)
    if (bytesRead === 0) return sha256.digest('hex')
    sha256.update(chunk.subarray(0, bytesRead))
  }
}
