import { createHash, hash } from 'node:crypto'
import { open } from 'node:fs/promises'

const pieceSize = 1 << 20

/** SHA-256 of a file, lower-case hex. Small ones are read at once: a backup hashes tens of thousands of pictures. */
export async function hashFile(path: string): Promise<string> {
  await using file = await open(path, 'r')
  const { size } = await file.stat()
  if (size <= pieceSize) return hash('sha256', await file.readFile())
  const sum = createHash('sha256')
  const memory = Buffer.allocUnsafeSlow(pieceSize)
  for (;;) {
    const { bytesRead } = await file.read(memory, 0, memory.length)
    if (bytesRead === 0) return sum.digest('hex')
    sum.update(memory.subarray(0, bytesRead))
  }
}
