import { Writable } from 'node:stream'

import type { Bucket } from './bucket.ts'
import { partSize } from './multipart.ts'
import { pieceName } from './pieces.ts'

/**
 * Writes on at this place of a file, as objects of at most one part each, cut where parts begin. Two are in memory:
 * one on its way while the next one fills. What the last write brought is put when the writer ends.
 */
export function openPieceWriter(bucket: Bucket, name: string, offset: number): Writable {
  let start = offset
  let [filling, other] = [Buffer.allocUnsafeSlow(partSize), Buffer.allocUnsafeSlow(partSize)]
  let filled = 0
  let onItsWay: Promise<void> = Promise.resolve()

  const room = () => partSize - (start % partSize)

  /** Waits for the piece before: a later one is never there without the earlier. */
  async function sendPiece(): Promise<void> {
    await onItsWay
    onItsWay = bucket.put(pieceName(name, start), filling.subarray(0, filled))
    // It is waited for with the next piece, or at the end.
    onItsWay.catch(() => undefined)
    ;[filling, other] = [other, filling]
    start += filled
    filled = 0
  }

  async function take(chunk: Buffer): Promise<void> {
    for (let taken = 0; taken < chunk.length;) {
      const copied = chunk.copy(filling, filled, taken, taken + room() - filled)
      taken += copied
      filled += copied
      if (filled === room()) await sendPiece()
    }
  }

  return new Writable({
    highWaterMark: 1 << 20,
    write(chunk: Buffer, _encoding, done) {
      take(chunk).then(() => done(), done)
    },
    final(done) {
      const rest = filled > 0 ? sendPiece() : Promise.resolve()
      rest.then(() => onItsWay).then(() => done(), done)
    },
  })
}
