import type { ServerResponse } from 'node:http'

import type { ByteRange, LocalFile } from './store.ts'
import { takeTurn } from './transfer-turns.ts'

// A slow client pins two of them: 1 MB would cost 1000 slow downloads 2 GB (web-probe.md, 3).
const pieceSize = 256 * 1024

/**
 * Sends bytes of a file through two pieces of memory in turn: one is filled while the client takes the other. A stream
 * takes new memory for every piece, which costs the system more than all the copying. `onTaken` hears how many bytes
 * have left. Ends early when the client goes away; the file is the caller's to close.
 */
export async function sendLocalFile(
  file: LocalFile,
  { start, end }: ByteRange,
  response: ServerResponse,
  onTaken: (bytes: number) => void,
): Promise<void> {
  const room = Math.min(pieceSize, end + 1 - start)
  if (room === 0) return void response.end()
  let [filled, other] = [memoryOf(room), memoryOf(room)]

  async function read(position: number, memory: () => Buffer): Promise<Buffer> {
    const piece = memory().subarray(0, end + 1 - position)
    const count = await file.readInto(piece, position)
    if (count === 0) throw new Error('A file ended before its size')
    return piece.subarray(0, count)
  }

  let position = start
  for (let piece = await read(position, filled); ;) {
    await turnFor(piece.length)
    position += piece.length
    // Begun first: what the socket can hold is copied at once, on this thread, while another one reads.
    const next = position <= end ? read(position, other) : undefined
    const [isTaken, following] = await Promise.all([hand(response, piece, onTaken), next])
    if (!isTaken) return
    if (!following) return void response.end()
    piece = following
    ;[filled, other] = [other, filled]
  }
}

function turnFor(bytes: number): Promise<void> {
  return new Promise((resolve) => {
    if (takeTurn(bytes, resolve)) resolve()
  })
}

/** Made when it is first needed: a picture fits into the first one. */
function memoryOf(size: number): () => Buffer {
  let memory: Buffer | undefined
  return () => (memory ??= Buffer.allocUnsafeSlow(size))
}

/** Resolves when the system has taken all of the piece and its memory is free again; false when the client is gone. */
function hand(response: ServerResponse, piece: Buffer, onTaken: (bytes: number) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const leave = () => resolve(false)
    if (response.destroyed) return leave()
    response.once('close', leave)
    response.write(piece, (error) => {
      response.off('close', leave)
      if (!error) onTaken(piece.length)
      resolve(!error)
    })
  })
}
