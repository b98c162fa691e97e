import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { create as contentDisposition } from 'content-disposition'

import type { Endpoint } from '#contract/endpoint.ts'
import { minute } from '#platform/clock.ts'

import { setHeaders } from './headers.ts'

/** A reader that takes nothing for this long is cut off. */
const stallMax = minute

/**
 * Answers with a file that is made while it travels: no more of it is in memory than the reader has yet to take.
 * What fails before the first piece is refused like any other call; a client that goes away ends the making.
 */
export async function sendDownload(
  { type, fileName }: NonNullable<Endpoint['download']>,
  response: ServerResponse,
  answer: unknown,
): Promise<void> {
  if (!isPieces(answer)) throw new Error('A download is answered piece by piece')
  const pieces = answer[Symbol.asyncIterator]()
  const first = await pieces.next()
  setHeaders(response, [
    'cache-control',
    'no-store',
    'content-type',
    `${type}; charset=utf-8`,
    'content-disposition',
    contentDisposition(fileName),
  ])
  if (response.req.method === 'HEAD') {
    await pieces.return?.()
    response.end()
    return
  }
  response.setTimeout(stallMax, () => response.destroy())
  // One piece ahead of the reader, not sixteen.
  const stream = Readable.from(goOn(first, pieces), { highWaterMark: 1 })
  await pipeline(stream, response).catch((error: unknown) => {
    if (!response.destroyed || !isDeparture(error)) throw error
  })
}

async function* goOn(first: IteratorResult<unknown>, pieces: AsyncIterator<unknown>): AsyncGenerator {
  try {
    for (let piece = first; !piece.done; piece = await pieces.next()) yield piece.value
  } finally {
    await pieces.return?.()
  }
}

function isPieces(answer: unknown): answer is AsyncIterable<unknown> {
  return typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer
}

function isDeparture(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}
