import type { Bucket } from './bucket.ts'

/** A stretch of a file that has arrived, kept as an object that is named after the place where it begins. */
export type Piece = { object: string; start: number; size: number }

export const incomingPrefix = 'incoming/'

const nameShape = /^[\da-f]{32}$/
const digits = 12

export function folderOf(name: string): string {
  if (!nameShape.test(name)) throw new Error(`Not the name of an upload: ${JSON.stringify(name)}`)
  return `${incomingPrefix}${name}/`
}

/** Of a fixed width, so that the store lists pieces in their order. */
export function pieceName(name: string, start: number): string {
  return `${folderOf(name)}${String(start).padStart(digits, '0')}`
}

/** The pieces that follow each other from the first byte on, and those behind a gap: their request failed half way. */
export async function readPieces(
  bucket: Bucket,
  name: string,
): Promise<{ pieces: Piece[]; size: number; astray: string[] }> {
  const folder = folderOf(name)
  const pieces: Piece[] = []
  const astray: string[] = []
  let end = 0
  for await (const { name: object, size } of bucket.list(folder)) {
    const start = Number(object.slice(folder.length))
    if (start !== end) {
      astray.push(object)
      continue
    }
    pieces.push({ object, start, size })
    end += size
  }
  return { pieces, size: end, astray }
}
